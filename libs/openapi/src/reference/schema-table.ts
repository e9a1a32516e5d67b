import type { JsonSchema } from '@porchlight/resource';
import { html, prose, type Html } from './html';

/** Address of the table of a component by its name. */
export type LinkOf = (component: string) => string;

const MAX_DEPTH = 5;

const componentOf = (schema: JsonSchema): string | undefined =>
  typeof schema['$ref'] === 'string' ? schema['$ref'].slice(schema['$ref'].lastIndexOf('/') + 1) : undefined;
const partOf = (schema: JsonSchema, key: string): JsonSchema | undefined => schema[key] as JsonSchema | undefined;

/** The type in words: string or null, list of Person. */
export const formatType = (schema: JsonSchema, linkOf: LinkOf): Html => {
  const component = componentOf(schema);
  if (component !== undefined) return html`<a href="${linkOf(component)}">${component}</a>`;
  const types = [schema['type'] ?? 'any'].flat().map(String);
  const items = partOf(schema, 'items');
  const named = types.map((type, at) => {
    const glue = at > 0 ? ' or ' : '';
    if (type === 'array' && items) return html`${glue}list of ${formatType(items, linkOf)}`;
    const format = typeof schema['format'] === 'string' && type === 'string' ? ` (${schema['format']})` : '';
    return html`${glue}${type}${format}`;
  });
  return html`${named}`;
};

const formatLimits = (schema: JsonSchema): string =>
  [
    schema['maxLength'] !== undefined && `at most ${String(schema['maxLength'])} characters`,
    schema['maxItems'] !== undefined && `at most ${String(schema['maxItems'])} entries`,
    schema['default'] !== undefined && `default ${JSON.stringify(schema['default'])}`,
  ]
    .filter(Boolean)
    .join(', ');

/** A value of a table. */
export interface SchemaRow {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly deprecated?: boolean;
  /** Default: the description of the schema. */
  readonly about?: string;
}

/** One value: name, type, whether it is required, meaning, and its parts. */
export const schemaRow = (
  { name, schema, required, deprecated, about }: SchemaRow,
  linkOf: LinkOf,
  depth = 0,
): Html => {
  const limits = formatLimits(schema);
  return html`<li>
    <div class="row">
      <code class="name">${name}</code> <span class="type">${formatType(schema, linkOf)}</span>
      ${required ? html`<span class="required">required</span>` : ''}
      ${deprecated ? html`<span class="deprecated">Deprecated</span>` : ''}
      ${limits === '' ? '' : html`<span class="limits">${limits}</span>`}
    </div>
    ${prose(about ?? String(schema['description'] ?? ''))}
    ${depth < MAX_DEPTH ? nestedTable(schema, linkOf, depth + 1) : ''}
  </li>`;
};

const nestedTable = (schema: JsonSchema, linkOf: LinkOf, depth: number): Html | string => {
  const whole = partOf(schema, 'items') ?? schema;
  const properties = partOf(whole, 'properties');
  if (!properties || Object.keys(properties).length === 0) return '';
  return html`<details>
    <summary>${Object.keys(properties).length} parts</summary>
    ${schemaTable(whole, linkOf, depth)}
  </details>`;
};

/** The properties of an object; objects that are combined are one. */
export const schemaTable = (schema: JsonSchema, linkOf: LinkOf, depth = 0): Html => {
  const parts = schema['allOf'] as readonly JsonSchema[] | undefined;
  if (parts) return html`${parts.map((part) => schemaTable(part, linkOf, depth))}`;
  const component = componentOf(schema);
  if (component !== undefined) return html`<p>${formatType(schema, linkOf)}</p>`;
  const required = (schema['required'] as readonly string[] | undefined) ?? [];
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>);
  if (properties.length === 0) return html`<p>${formatType(schema, linkOf)}</p>`;
  return html`<ul class="fields">
    ${properties.map(([name, one]) => schemaRow({ name, schema: one, required: required.includes(name) }, linkOf, depth))}
  </ul>`;
};
