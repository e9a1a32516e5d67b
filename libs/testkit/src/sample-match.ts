/** A value that a sample expects; see samples/leads/README.md, "What can be expected". */
export type Expected = unknown;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const show = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));

const operators: Record<string, (argument: unknown, actual: unknown, path: string) => string[]> = {
  /** Every given element matches some element of the array. */
  $includes: (argument, actual, path) => {
    if (!Array.isArray(actual)) return [`${path}: expected an array, got ${show(actual)}`];
    const wanted = Array.isArray(argument) ? argument : [argument];
    return wanted
      .filter((one) => !actual.some((element) => matchExpected(one, element).length === 0))
      .map((one) => `${path}: expected an element like ${show(one)} in ${show(actual)}`);
  },
  /** A regular expression that the text matches. */
  $matches: (argument, actual, path) =>
    typeof actual === 'string' && new RegExp(String(argument), 'u').test(actual)
      ? []
      : [`${path}: expected a text like /${String(argument)}/, got ${show(actual)}`],
  /** Number of elements of an array. */
  $length: (argument, actual, path) =>
    Array.isArray(actual) && actual.length === argument
      ? []
      : [`${path}: expected ${show(argument)} elements, got ${show(actual)}`],
  /** Any value except this one. */
  $not: (argument, actual, path) =>
    matchExpected(argument, actual).length > 0 ? [] : [`${path}: expected anything but ${show(argument)}`],
};

/**
 * Compares a value to the expectation of a sample and returns the differences, none if it matches. Objects match
 * partially, arrays element by element and completely, `null` also matches absent. An object whose keys all start with
 * `$` applies operators.
 */
export function matchExpected(expected: Expected, actual: unknown, path = ''): string[] {
  const here = path === '' ? 'answer' : path;
  if (expected === null)
    return actual === null || actual === undefined ? [] : [`${here}: expected none, got ${show(actual)}`];
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [`${here}: expected an array, got ${show(actual)}`];
    if (actual.length !== expected.length)
      return [`${here}: expected ${expected.length} elements, got ${actual.length}: ${show(actual)}`];
    return expected.flatMap((one, index) => matchExpected(one, actual[index], `${path}[${index}]`));
  }
  if (isObject(expected)) {
    const keys = Object.keys(expected);
    if (keys.length > 0 && keys.every((key) => key.startsWith('$'))) {
      return keys.flatMap((key) => {
        const operator = operators[key];
        if (!operator) return [`${here}: the sample uses an unknown operator ${key}`];
        return operator(expected[key], actual, here);
      });
    }
    if (!isObject(actual)) return [`${here}: expected an object, got ${show(actual)}`];
    return keys.flatMap((key) => matchExpected(expected[key], actual[key], path === '' ? key : `${path}.${key}`));
  }
  return expected === actual ? [] : [`${here}: expected ${show(expected)}, got ${show(actual)}`];
}
