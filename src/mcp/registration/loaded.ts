const GONE =
  'A part of this server cannot be loaded: its files were replaced or removed since it was started, as by an update. Asking the same again will not help. Restart the server.';

/** Loads a part of the program by the first call to it. Where that fails, the words of Node.js hold paths: these are told instead. */
export async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new Error(GONE, { cause: error });
  }
}
