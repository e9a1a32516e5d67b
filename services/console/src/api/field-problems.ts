import { PorchlightError } from '@porchlight/sdk';

interface Problem {
  readonly field?: string | null;
  readonly message?: string;
}

/** What the API says about the fields of a form. */
export interface FieldProblems {
  /** The sentences of the API by the name of the form field. */
  readonly byField: Readonly<Record<string, string>>;
  /** Whether every problem belongs to a field of the form, so that nothing remains to be said elsewhere. */
  readonly isComplete: boolean;
}

const NONE: FieldProblems = { byField: {}, isComplete: false };

/** `choices[2]` and `person.emails` belong to the form fields `choices` and `person`. */
const rootOf = (field: string): string => field.split(/[.[]/)[0] ?? field;

/**
 * Finds the form fields that the API refused. `fields` are the names of the form's fields; `renamed` has the form field
 * of each API field with another name.
 */
export const readFieldProblems = (
  error: unknown,
  fields: readonly string[],
  renamed: Readonly<Record<string, string>> = {},
): FieldProblems => {
  const body =
    error instanceof PorchlightError ? (error.body as { problems?: readonly Problem[] } | undefined) : undefined;
  const problems = body?.problems ?? [];
  if (!Array.isArray(problems) || problems.length === 0) return NONE;
  const byField: Record<string, string> = {};
  let others = 0;
  for (const { field, message } of problems as readonly Problem[]) {
    const root = rootOf(field ?? '');
    const name = renamed[root] ?? root;
    if (message === undefined || !fields.includes(name)) others += 1;
    else byField[name] = name in byField ? `${byField[name]} ${message}` : message;
  }
  return { byField, isComplete: others === 0 };
};
