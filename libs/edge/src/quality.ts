/** The weight `q` of a range in Accept or Accept-Encoding; 1 if absent (RFC 9110 12.4.2). */
export const parseQuality = (parameters: readonly string[]): number => {
  const q = parameters.map((one) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(one)?.[1]).find((found) => found !== undefined);
  return q === undefined ? 1 : Number(q);
};
