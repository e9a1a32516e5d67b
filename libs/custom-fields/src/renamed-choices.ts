import { LIMITS } from '@porchlight/limits';
import { fieldKey } from './field-key';

/** A former choice of a dropdown. Records are not rewritten: a stored value `from` is read as `to`. */
export interface RenamedChoice {
  readonly from: string;
  readonly to: string;
}

/** The choices of a field and those that were renamed before. */
export interface Choices {
  readonly choices: readonly string[];
  readonly renamed?: readonly RenamedChoice[] | undefined;
}

const MAX_RENAMED = LIMITS.customFieldChoices.value;
const same = (a: string, b: string): boolean => fieldKey(a) === fieldKey(b);
const short = (text: string): string => `'${text.slice(0, 100)}'`;

/** Returns the current choice for a stored or sent value; the value itself if it was never renamed. */
export const currentChoice = <V>({ renamed }: Pick<Choices, 'renamed'>, value: V): V | string =>
  renamed?.find(({ from }) => typeof value === 'string' && same(from, value))?.to ?? value;

/** All stored texts that mean the same choice as the given text, the choice itself first. */
export const listStoredTexts = ({ renamed = [] }: Pick<Choices, 'renamed'>, text: string): string[] => {
  const choice = currentChoice({ renamed }, text);
  return [choice, ...renamed.flatMap(({ from, to }) => (same(to, choice) ? [from] : []))];
};

/** The renames in `map`: by names, or by positions as JSON under the key '' (D13.10). */
const readMoves = (
  before: readonly string[],
  after: readonly string[],
  map: Readonly<Record<string, string>>,
): { moves: RenamedChoice[]; problems: string[] } => {
  const moves: RenamedChoice[] = [];
  const problems: string[] = [];
  const { '': positions, ...names } = map;
  for (const [from, to] of Object.entries(names)) {
    moves.push({ from, to });
    if (!before.some((choice) => same(choice, from)))
      problems.push(`Field 'dropdownChoiceMap' names ${short(from)}, which is not a choice.`);
  }
  for (const [position, next] of (JSON.parse(positions ?? '[]') as number[]).entries()) {
    const [from, to] = [before[position], after[next]];
    if (from === undefined)
      problems.push(
        `Field 'dropdownChoiceMap.${position}' is for a choice that does not exist: there are ${before.length}.`,
      );
    else if (to === undefined)
      problems.push(`Field 'dropdownChoiceMap.${position}' must be a position in 'choices', 0 to ${after.length - 1}.`);
    else if (!same(from, to)) moves.push({ from, to });
  }
  return { moves, problems };
};

/**
 * The choices after a rename by `map` (old to new, by names or positions; decisions section 11), in their order. A new
 * name that exists already merges both choices. `newChoices` are the choices of the same request. Returns the problems
 * instead of throwing.
 */
export const renameChoices = (
  before: Choices,
  newChoices: readonly string[] | undefined,
  map: Readonly<Record<string, string>>,
): { choices: string[]; renamed: RenamedChoice[]; problems: string[] } => {
  const { moves, problems } = readMoves(before.choices, newChoices ?? before.choices, map);
  const moved = (text: string): string => moves.find(({ from }) => same(from, text))?.to ?? text;
  // A client sends the list with the former or with the new names.
  const choices = newChoices
    ? newChoices.map((text) => (moves.some(({ to }) => same(to, text)) ? text : moved(text)))
    : before.choices.map(moved);
  const distinct = choices.filter((choice, at) => choices.findIndex((other) => same(other, choice)) === at);
  for (const { to } of moves)
    if (!distinct.some((choice) => same(choice, to)))
      problems.push(`Field 'choices' must contain ${short(to)}, the new name in 'dropdownChoiceMap'.`);
  const renamed = [
    ...(before.renamed ?? []).map(({ from, to }) => ({ from, to: moved(to) })),
    ...before.choices.flatMap((choice) => (moved(choice) === choice ? [] : [{ from: choice, to: moved(choice) }])),
  ].filter(({ from, to }, at, all) => from !== to && all.findIndex((other) => other.from === from) === at);
  if (renamed.length > MAX_RENAMED)
    problems.push(
      `A custom field remembers at most ${MAX_RENAMED} renamed choices; this would be ${renamed.length}. Create another custom field.`,
    );
  return {
    choices: moves.length > 0 ? distinct : choices,
    renamed,
    problems: [...problems, ...reused(choices, renamed)],
  };
};

/** Stored values still contain a former name, so that it cannot name another choice. */
const reused = (choices: readonly string[], renamed: readonly RenamedChoice[]): string[] =>
  renamed.flatMap(({ from, to }) =>
    choices.some((choice) => same(choice, from)) && !same(from, to)
      ? [
          `Field 'choices' must not contain ${short(from)}: it was renamed to ${short(to)}, and stored values refer to it.`,
        ]
      : [],
  );
