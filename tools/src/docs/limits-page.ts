import { LIMITS, type Limit } from '@porchlight/limits';
import { code, page, table } from './markdown';

/** docs/limits.md: every limit with its number. */
export const renderLimitsPage = (): string =>
  page('Limits', [
    'A limit with a variable can be changed by the operator. The others are part of the API. The error of a limit states the ' +
      'limit, the value sent and what to do instead: 413 or 400 for sizes, 429 or 503 with `Retry-After` for load.',
    table(
      ['Limit', 'Value', 'Unit', 'What it bounds', 'Variable'],
      Object.entries<Limit>(LIMITS).map(([name, { value, unit, about, env }]) => [
        code(name),
        value.toLocaleString('en-US'),
        unit,
        about,
        env ? code(env) : '',
      ]),
    ),
  ]);
