import * as z from 'zod';
import { isSecretName } from './config-description';

/** Schema of a process's configuration: a zod object whose keys are the names of environment variables. */
export type ConfigSchema = z.ZodObject;
/** Variables by name, such as process.env. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration is invalid. The message contains every problem, one per line, and no secret. */
export class ConfigProblem extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigProblem';
    this.problems = problems;
  }
}

/**
 * Reads the configuration from the environment. An empty variable counts as absent. Throws one ConfigProblem with all
 * problems.
 */
export const loadConfig = <S extends ConfigSchema>(schema: S, env: Environment = process.env): z.output<S> => {
  const present: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = env[name]?.trim();
    if (value) present[name] = value;
  }
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  throw new ConfigProblem(
    parsed.error.issues.map((issue) =>
      describeProblem(String(issue.path[0] ?? 'configuration'), issue.message, present),
    ),
  );
};

const describeProblem = (name: string, message: string, present: Record<string, string>): string => {
  const value = present[name];
  if (value === undefined) return `${name} is missing.`;
  const excerpt = isSecretName(name) ? '' : ` (it is '${value.slice(0, 80)}')`;
  return `${name}: ${message.replace(/\.$/, '')}${excerpt}.`;
};
