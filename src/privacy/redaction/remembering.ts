/** The same people are in many texts, and what follows from their contacts is dear: so much of it is kept. */
const MOST = 500;

/** A function that keeps its last results. */
export function remembering<Result>(resultOf: (key: string) => Result): (key: string) => Result {
  const results = new Map<string, Result>();
  return (key) => {
    const kept = results.get(key);
    if (kept !== undefined) return kept;
    const result = resultOf(key);
    if (results.size >= MOST) results.clear();
    results.set(key, result);
    return result;
  };
}
