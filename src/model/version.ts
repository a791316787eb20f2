/** The version of the package; a test holds it to package.json and manifest.json. */
export const VERSION = '0.1.0';
