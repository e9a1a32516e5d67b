import { pageError, type PageCheck, type Parameters } from '../authorization-request';

const KNOWN = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
];
const MAX_VALUE = 2_048;

/** Parameters must not repeat (RFC 6749 3.1): otherwise it is unclear which value was verified. */
export const parametersOnce: PageCheck<Parameters, Readonly<Record<string, string>>> = (parameters) => {
  const values: Record<string, string> = {};
  for (const name of KNOWN) {
    const given = parameters[name] ?? [];
    if (given.length > 1) return pageError(`The parameter ${name} is there more than once.`);
    if ((given[0]?.length ?? 0) > MAX_VALUE) return pageError(`The parameter ${name} is too long.`);
    if (given[0] !== undefined) values[name] = given[0];
  }
  return values;
};
