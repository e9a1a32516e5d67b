/** Values of placeholders in one run of samples, and the ids that the run collects. */
export interface SampleRun {
  /** Unique per run: lower-case letters and digits for email addresses. */
  readonly run: string;
  /** Unique per run: seven digits for phone numbers; the first is not 0 or 1. */
  readonly digits: string;
  /** Start of the run, ms since 1970. */
  readonly startedAt: number;
  /** Name of the registered system that sends. */
  readonly system: string;
  readonly users: Readonly<Record<string, { readonly id: number; readonly name: string }>>;
  /** Filled during the run: sample file -> id of its person. */
  readonly people: Map<string, number>;
}

/** Creates a run from at least 12 random bytes, so that the same files can be sent to one account many times. */
export function createSampleRun(
  random: Uint8Array,
  rest: Pick<SampleRun, 'startedAt' | 'system' | 'users'>,
): SampleRun {
  const digits = [...random.slice(0, 7)].map((byte, index) => (index === 0 ? 2 + (byte % 8) : byte % 10)).join('');
  const run = [...random.slice(4, 12)].map((byte) => 'abcdefghjkmnpqrstuvwxyz23456789'[byte % 31]).join('');
  return { ...rest, run, digits, people: new Map() };
}

const PLACEHOLDER = /\{\{([a-zA-Z]+)(?::([^}]+))?\}\}/g;
const timestamp = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

function findValue(name: string, argument: string, run: SampleRun): string | number {
  switch (name) {
    case 'run':
      return run.run;
    case 'RUN':
      return run.run.toUpperCase();
    case 'exchange':
      return run.digits.slice(0, 3);
    case 'line':
      return run.digits.slice(3, 7);
    case 'system':
      return run.system;
    case 'hoursAgo':
      return timestamp(run.startedAt - Number(argument) * 3_600_000);
    case 'user': {
      const [role = '', field] = argument.split('.');
      const user = run.users[role];
      if (user && (field === 'id' || field === 'name')) return user[field];
      throw new Error(`no user '${argument}'`);
    }
    case 'person': {
      const id = run.people.get(argument);
      if (id !== undefined) return id;
      throw new Error(`no person came of sample '${argument}'`);
    }
    default:
      throw new Error(`unknown placeholder {{${name}}}`);
  }
}

/**
 * Replaces placeholders in every string of a value. A string that is only a placeholder becomes its value, which may be
 * a number.
 */
export function expandPlaceholders(
  value: unknown,
  run: SampleRun,
  encode: (text: string) => string = (text) => text,
): unknown {
  if (typeof value === 'string') {
    const alone = /^\{\{([a-zA-Z]+)(?::([^}]+))?\}\}$/.exec(value);
    if (alone) return findValue(alone[1]!, alone[2] ?? '', run);
    return value.replace(PLACEHOLDER, (_, name, argument) => encode(String(findValue(name, argument ?? '', run))));
  }
  if (Array.isArray(value)) return value.map((one) => expandPlaceholders(one, run, encode));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, expandPlaceholders(one, run, encode)]));
  return value;
}
