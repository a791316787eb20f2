/** What the bundler takes out of a module, and puts into the page's style. */
declare module '*.css';
