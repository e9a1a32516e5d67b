/** Members of objects down to this level get a line each, so that a difference shows what has changed. */
const LINES_TO_LEVEL = 2;

/** JSON without spaces, one line for each member of the two upper levels, for example each path and each schema. */
export const compactJson = (value: object): string => `${render(value, 0)}\n`;

function render(value: unknown, level: number): string {
  if (level > LINES_TO_LEVEL || typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${render(member, level + 1)}`);
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n}`;
}
