export {
  int,
  str,
  text,
  bool,
  bit,
  time,
  day,
  oneOf,
  object,
  list,
  idText,
  customValues,
  jsonObject,
  parseTime,
  renderTime,
  CUSTOM_NAME,
  INT32_MAX,
  INT32_MIN,
} from './codec';
export type { Codec, JsonSchema } from './codec';
export { orNull } from './nullable';
export { writable, required, setOnce, readOnly, inputOnly } from './field';
export type { Field, Writable } from './field';
export { defineResource, operationOf, rpcMethodOf, demandsSystem, fieldsOf, filterNamed, filtersOf, STANDARD_FILTERS, VERBS, wordsOf } from './descriptor';
export type { Descriptor, Filter, Option, Row, Sort, Verb } from './descriptor';
export { defineAction } from './action';
export type { Action, ActionAnswer, ActionInput, Asked, Described } from './action';
export { parseBody, emptyRecord, namesCustomFields } from './parse-body';
export type { Parsed } from './parse-body';
export { FIRST_PAGE, parseListQuery, parseOptions, parseParameters, parseId } from './parse-query';
export type { FilterValues, ListQuery, FieldNames, ParsedQuery, Pairs } from './parse-query';
export { createRenderer } from './render';
export type { Renderer } from './render';
