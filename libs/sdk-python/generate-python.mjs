// Generates the package `porchlight._generated` from the API description: models of responses, types of bodies, and one
// method for each operation, synchronous and asynchronous. `node generate-python.mjs DESCRIPTION FOLDER`
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const HEADING = '# Generated from the API description. Do not edit.\nfrom __future__ import annotations\n\n';
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

const pascal = (name) => name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_all, letter) => letter.toUpperCase());
const snake = (name) => {
  const text = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return KEYWORDS.has(text) ? `${text}_` : text;
};
/** The name that porchlight._model derives from an attribute. */
const camel = (name) => name.replace(/_([a-z0-9])/g, (_all, letter) => letter.toUpperCase());
const singular = (name) =>
  name
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch)es$/, '$1')
    .replace(/([^su])s$/, '$1');
const isIdentifier = (name) => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);
const quote = (text) => JSON.stringify(text);

/** A docstring, indented by `indent` spaces; empty without text. */
function docstring(text, indent) {
  if (!text) return '';
  const lines = text.replace(/\\/g, '\\\\').replace(/"""/g, "'''").replace(/"$/, '".').split('\n');
  return `${' '.repeat(indent)}"""${lines.map((line, at) => (at === 0 || line === '' ? line : ' '.repeat(indent) + line)).join('\n')}"""\n`;
}

/** Writes the classes of schemas. `kind` is 'model' (responses) or 'body' (typed dictionaries). */
class Classes {
  constructor(document, kind) {
    this.document = document;
    this.kind = kind;
    this.texts = new Map();
  }

  /** The Python type of a schema; writes its class if it is an object with properties. `name` names that class. */
  typeOf(schema, name) {
    if (schema.$ref) return this.reference(schema.$ref.split('/').pop());
    const types = [schema.type ?? 'any'].flat();
    const main = types.find((type) => type !== 'null') ?? 'any';
    const python = this.plainType({ ...schema, type: main }, name);
    return types.includes('null') && python !== 'Any' ? `Optional[${python}]` : python;
  }

  plainType(schema, name) {
    const words = (schema.enum ?? (schema.const === undefined ? [] : [schema.const])).filter((word) => word !== null);
    if (words.length > 0 && words.every((word) => typeof word === 'string')) {
      const literal = `Literal[${words.map(quote).join(', ')}]`;
      // Responses may have values that a later version of the service adds.
      return this.kind === 'model' ? `Union[${literal}, str]` : literal;
    }
    // Prices of leads: the description has one JSON type per field, the service reads text too.
    if ('x-acceptsText' in schema) return 'Union[int, str]';
    if (schema.type === 'integer') return 'int';
    if (schema.type === 'number') return 'float';
    if (schema.type === 'boolean') return 'bool';
    if (schema.type === 'string' && schema.format === 'date-time') return this.kind === 'model' ? 'datetime' : 'Time';
    if (schema.type === 'string') return 'str';
    if (schema.type === 'array') return `List[${this.typeOf(schema.items ?? {}, singular(name))}]`;
    if (schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0) return this.declare(name, schema);
    if (schema.type === 'object') return 'Dict[str, Any]';
    return 'Any';
  }

  reference(name) {
    const schema = this.document.components.schemas[name];
    return schema.type === 'object' && schema.properties ? this.declare(name, schema) : this.typeOf(schema, name);
  }

  declare(name, schema) {
    if (this.texts.has(name)) return name;
    this.texts.set(name, ''); // A schema may refer to itself.
    this.texts.set(name, this.kind === 'model' ? this.createModel(name, schema) : this.createBody(name, schema));
    return name;
  }

  createModel(name, { description, properties, required = [] }) {
    const fields = Object.entries(properties).map(([key, property]) => {
      const type = this.typeOf(property, `${name}${pascal(singular(key))}`);
      const attribute = snake(key).replace(/^_+/, '');
      const optional = required.includes(key) || /^(Optional\[|Any$)/.test(type) ? type : `Optional[${type}]`;
      return { key, attribute, text: `    ${attribute}: ${optional}\n${docstring(describe(property), 4)}` };
    });
    const renamed = fields.filter(({ key, attribute }) => camel(attribute) !== key);
    const names = renamed.map(({ key, attribute }) => `${quote(attribute)}: ${quote(key)}`).join(', ');
    const optional = Object.keys(properties).filter((key) => !required.includes(key));
    return [
      `class ${name}(Model):\n`,
      docstring(description, 4),
      renamed.length > 0 ? `    _names: ClassVar[Mapping[str, str]] = {${names}}\n` : '',
      optional.length > 0
        ? `    _optional: ClassVar[FrozenSet[str]] = frozenset({${optional.map(quote).join(', ')}})\n`
        : '',
      ...fields.map(({ text }) => text),
    ].join('');
  }

  createBody(name, { description, properties, required = [] }) {
    const entries = Object.entries(properties).map(([key, property]) => ({
      key,
      type: this.typeOf(property, `${name}${pascal(singular(key))}`),
      property,
      isRequired: required.includes(key),
    }));
    // Keys that are no identifiers need the functional form, which has no descriptions.
    if (entries.some(({ key }) => !isIdentifier(key)))
      return `${name} = TypedDict(${quote(name)}, {${entries.map(({ key, type }) => `${quote(key)}: ${quote(type)}`).join(', ')}}, total=False)\n`;
    const write = (some) =>
      some.map(({ key, type, property }) => `    ${key}: ${type}\n${docstring(describe(property), 4)}`).join('');
    const needed = entries.filter(({ isRequired }) => isRequired);
    const rest = entries.filter(({ isRequired }) => !isRequired);
    if (needed.length === 0)
      return `class ${name}(TypedDict, total=False):\n${docstring(description, 4)}${write(rest)}`;
    if (rest.length === 0) return `class ${name}(TypedDict):\n${docstring(description, 4)}${write(needed)}`;
    return `class _${name}(TypedDict):\n${write(needed)}\n\nclass ${name}(_${name}, total=False):\n${docstring(description, 4)}${write(rest)}`;
  }

  toString() {
    return [...this.texts.values()].join('\n\n');
  }
}

/** The description of a property with the meanings of its words. */
function describe({ description = '', 'x-enumDescriptions': words = {} }) {
  const list = Object.entries(words).map(([word, meaning]) => `- ${word}: ${meaning}`);
  return [description, ...list]
    .filter(Boolean)
    .join('\n\n')
    .replace(/\n\n- /g, '\n- ');
}

/** One method of a resource. */
function createMethods(operation, { models, bodies, resolve }) {
  const { id, method, path, summary, requestBody, responses, parameters = [] } = operation;
  const verb = snake(id.split('.')[2]);
  const name = pascal(operation.operationId);
  const all = parameters.map(resolve);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => all.find((one) => one.name === parameter));
  const query = all.filter((one) => one.in === 'query');
  const pages = query.some((one) => one.name === 'next');
  const success = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const schemas = success.map(([, response]) => resolve(response).content?.['application/json']?.schema);
  const schema = schemas.find(Boolean);
  const page = schema && resolve(schema);
  const collection =
    page?.properties?._metadata && Object.entries(page.properties).find(([, one]) => one.type === 'array');
  const body = requestBody && resolve(requestBody);
  const bodySchema = body?.content['application/json']?.schema;

  const pathArguments = inPath.map(
    (one) => `${snake(one.name)}: ${one.schema.type === 'integer' ? 'int' : 'Union[int, str]'}`,
  );
  const bodyType = bodySchema && bodies.typeOf(bodySchema, `${name}Body`);
  const bodyName =
    bodyType && (/^[A-Z]\w*$/.test(bodyType) && bodies.texts.has(bodyType) ? `bodies.${bodyType}` : bodyType);
  const bodyArgument = bodyType ? [body.required ? `body: ${bodyName}` : `body: Optional[${bodyName}] = None`] : [];
  // A list asks for its further pages itself.
  const filters = query.filter((one) => !(collection && one.name === 'next'));
  const queryArguments = filters.map((one) => `${snake(one.name)}: Optional[${queryType(one)}] = None`);
  const signature = [
    'self',
    ...pathArguments,
    ...bodyArgument,
    '*',
    ...queryArguments,
    'options: Optional[CallOptions] = None',
  ];
  const pathText =
    inPath.length === 0
      ? quote(`/v1${path}`)
      : `f${quote(`/v1${path.replace(/\{(\w+)\}/g, (_all, one) => `{segment(${snake(one)})}`)}`)}`;
  const queryText = `{${filters.map((one) => `${quote(one.name)}: ${snake(one.name)}`).join(', ')}}`;
  const call = `Call(${quote(method.toUpperCase())}, ${pathText}, ${queryText}, ${bodyType ? 'body' : 'None'}, options)`;
  const documentation = [
    summary,
    ...(filters.length > 0 ? ['', ...filters.map((one) => `:param ${snake(one.name)}: ${one.description ?? ''}`)] : []),
  ].join('\n');
  const write = (prefix, result, expression) =>
    `    ${prefix}def ${verb}(${signature.join(', ')}) -> ${result}:\n${docstring(documentation, 8)}        return ${expression}\n`;

  if (collection) {
    const record = models.typeOf(collection[1].items, `${name}Record`);
    const type = models.texts.has(record) ? `models.${record}` : record;
    const args = `${call}, ${models.texts.has(record) ? type : 'Model'}, ${pages ? 'True' : 'False'}`;
    return {
      sync: write('', `Listing[${type}]`, `Listing(self._send, ${args})`),
      async: write('', `AsyncListing[${type}]`, `AsyncListing(self._send, ${args})`),
    };
  }
  const result = schema ? models.typeOf(schema, `${name}Result`) : undefined;
  const isModel = result !== undefined && models.texts.has(result);
  const mayBeEmpty = schemas.some((one) => !one);
  const [verbOfSend, type] = !schema
    ? ['none', 'None']
    : !isModel
      ? ['json', qualify(result, models)]
      : mayBeEmpty
        ? ['maybe', `Optional[models.${result}]`]
        : ['one', `models.${result}`];
  const args = isModel ? `${call}, models.${result}` : call;
  return {
    sync: write('', type, `self._send.${verbOfSend}(${args})`),
    async: write('async ', type, `await self._send.${verbOfSend}(${args})`),
  };
}

/** A type that is no class: JSON as it is received. */
const qualify = (type, models) => ([...models.texts.keys()].some((name) => type.includes(name)) ? 'Any' : type);

function queryType({ name, schema }) {
  if (schema.type === 'array') return `Sequence[${schema.items?.type === 'integer' ? 'int' : 'str'}]`;
  if (schema.type === 'integer') return 'int';
  if (schema.type === 'boolean') return 'bool';
  if (/(After|Before)$/.test(name)) return 'Time';
  if (schema.enum)
    return `Literal[${schema.enum
      .filter((word) => word !== null)
      .map(quote)
      .join(', ')}]`;
  return 'str';
}

/** Returns the files of the package `_generated`, by name. */
function generatePython(document) {
  const resolve = (value) =>
    value?.$ref
      ? value.$ref
          .slice(2)
          .split('/')
          .reduce((at, name) => at[name], document)
      : value;
  const models = new Classes(document, 'model');
  const bodies = new Classes(document, 'body');
  for (const [name, schema] of Object.entries(document.components.schemas))
    if (schema.properties) models.declare(name, schema);
  const resources = new Map();
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS) {
      const operation = item[method];
      // OAuth endpoints have servers of their own; a stream is no request with one response.
      if (!operation || item.servers || operation.responses['200']?.content?.['text/event-stream']) continue;
      const id = operation['x-operation'];
      const resource = id.split('.')[1];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const methods = createMethods({ ...operation, parameters, id, method, path }, { models, bodies, resolve });
      const group = resources.get(resource) ?? resources.set(resource, { sync: [], async: [] }).get(resource);
      group.sync.push(methods.sync);
      group.async.push(methods.async);
    }
  const typing =
    'from typing import Any, ClassVar, Dict, FrozenSet, List, Literal, Mapping, Optional, Sequence, TypedDict, Union\n';
  const client = (prefix, kind) =>
    [...resources]
      .map(
        ([name, group]) =>
          `class ${prefix}${pascal(name)}Resource:\n    def __init__(self, send: ${prefix}Send) -> None:\n        self._send = send\n\n${group[kind].join('\n')}`,
      )
      .concat(
        `class ${prefix}Resources:\n    """The resources of the API."""\n\n    def __init__(self, send: ${prefix}Send) -> None:\n${[...resources.keys()].map((name) => `        self.${snake(name)} = ${prefix}${pascal(name)}Resource(send)\n`).join('')}`,
      )
      .join('\n\n');
  const codes = Object.values(document.components.responses).flatMap((response) => response['x-errorCodes'] ?? []);
  const reasons = [...codes, 'NETWORK', 'TIMEOUT', 'BAD_ANSWER', 'INVALID_SIGNATURE'];
  return {
    '__init__.py': '',
    'models.py': `${HEADING}from datetime import datetime\n${typing}\nfrom .._model import Model\n\n\n${models}`,
    'bodies.py': `${HEADING}${typing}\nfrom .._model import Time\n\n\n${bodies}`,
    'reasons.py': `${HEADING}from typing import Literal, Union\n\nReason = Union[Literal[${[...new Set(reasons)].map(quote).join(', ')}], str]\n"""Codes of errors. A later version of the service may have more."""\n`,
    'resources.py': `${HEADING}${typing}\nfrom .._listing import AsyncListing, Listing\nfrom .._model import Model, Time\nfrom .._transport import AsyncSend, Call, CallOptions, Send, segment\nfrom . import bodies, models\n\n\n${client('', 'sync')}\n\n${client('Async', 'async')}`,
  };
}

/** Writes the package `_generated` into a folder. */
export function writePython(descriptionFile, folder) {
  mkdirSync(folder, { recursive: true });
  const files = generatePython(JSON.parse(readFileSync(descriptionFile, 'utf8')));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writePython(process.argv[2], process.argv[3]);
