import { REASONS, type Reason } from './reasons';
import { refuse, type Problem, type Refusal } from './refusal';

/** Largest number of problems that a refusal reports. */
const MAX_PROBLEMS = 50;
const MAX_FIELD = 100;
const UNKNOWN_FIELDS = 'Unknown fields: ';

/** A problem of a 400 response (D13.10). */
interface FieldProblem extends Problem {
  /** Path of the field, or name of the parameter or header; null if the problem has none. */
  readonly field: string | null;
  /** MISSING, UNKNOWN or INVALID, or the `errorCode` of a more specific error. */
  readonly code: string;
  readonly message: string;
}

const problem = (field: string | null, code: string, message: string): FieldProblem => ({
  field: field?.slice(0, MAX_FIELD) ?? null,
  code,
  message,
});

/** The beginnings of the sentences about one field; all readers of bodies and queries write them. */
const SENTENCES: readonly (readonly [code: string, pattern: RegExp])[] = [
  ['MISSING', /^Missing '([^']+)' (?:field|parameter)/],
  ['UNKNOWN', /^Unknown parameter '([^']+)'/],
  ['INVALID', /^Unknown names? in '([^']+)'/],
  ['INVALID', /^Invalid field\(s\) in the (fields) parameter/],
  ['INVALID', /^(?:Fields?|Parameter|Invalid value for) '([^']+)'/],
];

/** The parameter that a reason is about, where its sentence does not begin with it. */
const PARAMETERS: Partial<Record<Reason, string>> = { INVALID_NEXT: 'next', DEEP_PAGINATION: 'offset' };

/** The sentence about fields that do not exist: the first 50 names, each of at most 100 characters. */
export const describeUnknownFields = (names: readonly string[]): string => {
  const quoted = names.slice(0, MAX_PROBLEMS).map((name) => `'${name.slice(0, MAX_FIELD)}'`);
  return `${UNKNOWN_FIELDS}${quoted.join(', ')}.`;
};

/** The problems that a sentence states: one for each name of unknown fields. */
const readProblems = (sentence: string): readonly FieldProblem[] => {
  if (sentence.startsWith(UNKNOWN_FIELDS))
    return [...sentence.matchAll(/'(.*?)'(?=, '|\.$)/gs)].map(([, name = '']) =>
      problem(name, 'UNKNOWN', `Unknown field '${name}'.`),
    );
  for (const [code, pattern] of SENTENCES) {
    const field = pattern.exec(sentence)?.[1];
    if (field !== undefined) return [problem(field, code, sentence)];
  }
  return [problem(null, 'INVALID', sentence)];
};

/** Creates the refusal of a body or query with all its problems, the first 50 in full. */
export const refuseAll = (reason: 'INVALID_BODY' | 'INVALID_QUERY', sentences: readonly string[]): Refusal => {
  const reported = sentences.slice(0, MAX_PROBLEMS);
  return refuse(reason, { problems: reported.join(' ') }, reported.flatMap(readProblems).slice(0, MAX_PROBLEMS));
};

const isGeneral = (reason: string): boolean => reason === 'INVALID_BODY' || reason === 'INVALID_QUERY';

/** The problems of a refusal: a 400 has at least one (D13.10). Undefined if there are none. */
export const listProblems = ({ reason, params, message, problems }: Refusal): readonly Problem[] | undefined => {
  if (problems !== undefined && problems.length > 0) return problems;
  if (REASONS[reason].http !== 400) return undefined;
  if (isGeneral(reason)) return readProblems(message);
  const [{ field } = { field: null }] = readProblems(message);
  const named = params['field'] ?? params['header'] ?? PARAMETERS[reason];
  return [problem(named === undefined ? field : String(named), reason, message)];
};

/** The body of an error (decisions section 1). */
export interface ErrorBody {
  readonly errorMessage: string;
  readonly errorCode: Reason;
  readonly requestId: string;
  readonly problems?: readonly Problem[];
}

/** The body of the response to a refused request (D1.2, D13.10). */
export const renderError = (refusal: Refusal, requestId: string): ErrorBody => {
  const problems = listProblems(refusal);
  const { message: errorMessage, reason: errorCode } = refusal;
  return { errorMessage, errorCode, requestId, ...(problems && { problems }) };
};
