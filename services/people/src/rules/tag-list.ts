/** Tags without repeats; the first spelling wins, upper and lower case are the same. */
export const keepTags = (given: readonly string[]): string[] => {
  const kept = new Map<string, string>();
  for (const tag of given) {
    const text = tag.trim();
    const key = text.toLowerCase();
    if (text && !kept.has(key)) kept.set(key, text);
  }
  return [...kept.values()];
};
