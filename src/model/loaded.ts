/** A part of the program that is not there any more. Its words hold no path. */
export class ProgramReplaced extends Error {
  constructor(cause: unknown) {
    super(
      'A part of this server cannot be loaded: its files were replaced or removed since it was started, as by an update. Asking the same again will not help. Restart the server.',
      { cause },
    );
  }
}

/** Loads a part of the program by the first call to it. Throws ProgramReplaced: the words of Node.js would hold paths. */
export async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new ProgramReplaced(error);
  }
}
