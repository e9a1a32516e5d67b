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

/** No parameter may come twice (RFC 6749 3.1): of two addresses nobody can tell which was checked. */
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
