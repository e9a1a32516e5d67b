export {
  amount,
  bit,
  bool,
  decimal,
  idText,
  int,
  INT32_MAX,
  INT32_MIN,
  leadAmount,
  money,
  oneOf,
  recordId,
  str,
  text,
} from './codecs/scalars';
export { day, isDay, parseLooseTime, parseTime, readTime, renderTime, time } from './codecs/times';
export { jsonObject, list, object, textMap } from './codecs/compounds';
export { CUSTOM_NAME, customValues } from './codecs/custom-value-codecs';
export type { Codec, JsonSchema } from './codec';
export { describeDeprecation, formatDeprecation, type Deprecation } from './deprecation';
export { orNull } from './nullable';
export { describeSchema, formatDescription, ACCEPTS_TEXT, ENUM_DESCRIPTIONS } from './describe-schema';
export { COMMON_DESCRIPTIONS } from './common-descriptions';
export { writable, required, setOnce, readOnly, inputOnly } from './field';
export { getReference } from './field';
export type { Field, InitialFrom, NameOf, Reference, Stamp, Writable } from './field';
export {
  defineResource,
  formatOperation,
  formatRpcMethod,
  requiresSystem,
  getFields,
  filterNamed,
  sortNamed,
  listFilters,
  ORDER_FIELD,
  STANDARD_FILTERS,
  VERBS,
  splitWords,
  withArticle,
} from './descriptor';
export type {
  Declaration,
  Descriptor,
  Filter,
  FreeBody,
  Option,
  PersonRecord,
  Row,
  ServiceDefinition,
  Sort,
  Verb,
} from './descriptor';
export { defineAction } from './action';
export type { Action, ActionResponse, ActionInput, Asked, Described, QueryParameter } from './action';
export { parseBody, emptyRecord, namesCustomFields } from './parse-body';
export type { BodyOptions, Parsed } from './parse-body';
export type { Reading, ReadingMode } from './reading';
export { DEFAULT_LIMIT, FIRST_PAGE, parseListQuery } from './parse-query';
export type { ListQuery, FieldNames, ParsedQuery } from './parse-query';
export { parseId, parseOptions, parseParameters } from './parse-parameters';
export type { FilterValues, Pairs } from './query-values';
export { createRenderer } from './render';
export type { Renderer } from './render';
export { checkJsonStructure, checkKeys } from './json-structure';
export { openIndexed } from './codecs/coerce-compounds';
export { isObject, parseJsonText, parseObjectText, unwrapSingle } from './reading';
export { groupSignOf, readAmount, readPlainAmount, type AmountRules, type GroupSign } from './values/amounts';
export { decodeText, decodeTextBesideHtml } from './values/decode-text';
