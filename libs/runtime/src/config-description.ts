import type * as z from 'zod';

/** One environment variable, for docs/config.md. */
export interface ConfigEntry {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** The default in its text form; absent without one or if it is secret. */
  readonly default?: string;
}

/** True for variables whose value is never printed: a secret, or an address that may contain one. */
export const isSecretName = (name: string): boolean =>
  !/_(FILE|HEADER)$|^LIMIT_/.test(name) &&
  /(KEY|SECRET|PASSWORD|TOKEN|PEPPER|CREDENTIAL|URI)/.test(name) &&
  !/WITHOUT_KEY$/.test(name);

/** Describes every variable of a schema, in its order, with the texts of `.describe()`. */
export const describeConfig = (schema: z.ZodObject): ConfigEntry[] =>
  Object.entries(schema.shape).map(([name, field]) => describeField(name, field as z.ZodType));

const describeField = (name: string, field: z.ZodType): ConfigEntry => {
  let description = '';
  let optional = false;
  let fallback: string | undefined;
  // Defaults, pipes and optionals wrap the type with the text: unwraps them from the outside in.
  for (let at: z.ZodType | undefined = field; at; at = inner(at)) {
    description ||= at.description ?? '';
    const definition = at._zod.def as { type: string; defaultValue?: unknown };
    if (definition.type === 'optional') optional = true;
    if (definition.type === 'default' || definition.type === 'prefault') {
      optional = true;
      fallback ??= Array.isArray(definition.defaultValue)
        ? definition.defaultValue.join(',')
        : String(definition.defaultValue);
    }
  }
  return {
    name,
    description,
    required: !optional,
    ...(fallback && !isSecretName(name) && { default: fallback }),
  };
};

const inner = (type: z.ZodType): z.ZodType | undefined => {
  const definition = type._zod.def as { innerType?: z.ZodType; in?: z.ZodType };
  return definition.innerType ?? definition.in;
};

/** The entries as a Markdown table. */
export const renderConfigTable = (entries: readonly ConfigEntry[]): string => {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const rows = entries.map((entry) => {
    const fallback = entry.required ? 'required' : entry.default === undefined ? '' : `\`${cell(entry.default)}\``;
    return `| \`${entry.name}\` | ${fallback} | ${cell(entry.description)} |`;
  });
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows, ''].join('\n');
};
