import { INT32_MAX } from './codecs/scalars';
import type { QueryParameter } from './action';
import type { Descriptor, Option, Row, Verb } from './descriptor';
import { customAmong, parseFields, type FieldNames } from './parse-query';
import type { ReadingMode } from './reading';
import {
  countParameters,
  filterValue,
  grouped,
  only,
  parseFilter,
  refuseProblems,
  type FilterValues,
  type Pairs,
} from './query-values';

/**
 * Parses the query of a request other than a list: the verb's options and `fields`. Unknown names, except `system`, are
 * rejected or ignored by mode.
 */
export const parseOptions = <R extends Row>(
  descriptor: Descriptor<R>,
  verb: Verb,
  pairs: Pairs,
  mode: ReadingMode = 'strict',
): { options: Record<string, string>; fields: FieldNames; ignored: readonly string[] } => {
  const problems: string[] = [];
  const parameters = countParameters(mode, problems);
  const options: Record<string, string> = {};
  let fields: FieldNames;
  const declared: Readonly<Record<string, Option>> = descriptor.options ?? {};
  for (const [name, values] of grouped(pairs)) {
    if (name === 'system' || values.length === 0) continue;
    const option = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (name === 'fields' && verb !== 'delete') {
      fields = parseFields(descriptor, values, problems);
    } else if (option?.verbs.includes(verb)) {
      const value = filterValue({ type: option.type, match: 'equals' }, only(name, values, problems));
      if ('ok' in value) options[name] = value.ok;
      else problems.push(`Parameter '${name}' ${value.bad}.`);
    } else parameters.refuseUnknown(name);
  }
  parameters.end(false);
  refuseProblems(problems);
  const custom = customAmong(descriptor, fields);
  if (custom.length > 0) options['customFields'] = custom.join(',');
  return { options, fields, ignored: parameters.ignored };
};

/** Parses the query of an action. Unknown names, except `system`, are rejected or ignored by mode. */
export const parseParameters = (
  declared: Readonly<Record<string, QueryParameter>>,
  pairs: Pairs,
  mode: ReadingMode = 'strict',
): { values: Record<string, readonly string[]>; ignored: readonly string[] } => {
  const problems: string[] = [];
  const parameters = countParameters(mode, problems);
  const filters: FilterValues[] = [];
  for (const [name, values] of grouped(pairs)) {
    if (name === 'system' || values.length === 0) continue;
    const parameter = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (!parameter) parameters.refuseUnknown(name);
    else {
      parameters.understand();
      parseFilter(name, values, { ...parameter, match: 'rule' }, filters, problems);
    }
  }
  for (const [name, { required }] of Object.entries(declared))
    if (required && !filters.some((filter) => filter.name === name)) problems.push(`Missing '${name}' parameter.`);
  parameters.end(mode === 'lenient' && Object.keys(declared).length > 0);
  refuseProblems(problems);
  return { values: Object.fromEntries(filters.map(({ name, values }) => [name, values])), ignored: parameters.ignored };
};

/** Parses a path id; undefined unless it is a positive int32, which leads to a 404 (decisions section 1). */
export const parseId = (text: string): number | undefined =>
  /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= INT32_MAX ? Number(text) : undefined;
