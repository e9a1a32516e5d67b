import { DAY_MS } from '@porchlight/limits';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { Limit } from '@porchlight/limits';
import * as z from 'zod';
import { LOG_LEVELS } from './logger';

/** Standard sampler names of OpenTelemetry; `parentbased_` samplers follow the caller. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** A whole number within bounds. */
export const integer = (bounds: { min?: number; max?: number } = {}) => {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = bounds;
  return z.string().transform((text, context) => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    return fault(context, `must be a whole number from ${min} to ${max}`);
  });
};

/** A TCP port; 0 selects a free one. */
export const port = () => integer({ min: 0, max: 65_535 });

/** A duration in milliseconds, default range 1 ms to 30 days. */
export const durationMs = (bounds: { min?: number; max?: number } = {}) =>
  integer({ min: 1, max: 30 * DAY_MS, ...bounds });

/** A limit that an operator may change: at least 1, default from the table. */
export const limitField = ({ value, unit, about }: Limit) =>
  integer({ min: 1 }).prefault(String(value)).describe(`${about} Unit: ${unit}.`);

/** A boolean: true, false, 1, 0. */
export const flag = () =>
  z.string().transform((text, context) => {
    if (['true', '1'].includes(text.toLowerCase())) return true;
    if (['false', '0'].includes(text.toLowerCase())) return false;
    return fault(context, 'must be true or false');
  });

/** A comma-separated list; empty entries are dropped. */
export const list = () => z.string().transform((text) => split(text));

/** `host:port`, for example people:50051, 127.0.0.1:50051 or [::1]:50051; as text. */
export const address = () =>
  z.string().transform((text, context) => (readAddress(text) ? text : fault(context, 'must be host:port')));

/** A comma-separated list of `host:port`, at least one. */
export const addressList = () =>
  z.string().transform((text, context) => {
    const entries = split(text);
    if (entries.length > 0 && entries.every((entry) => readAddress(entry))) return entries;
    return fault(context, 'must be host:port, several between commas');
  });

/** An absolute URL of one of the schemes (given as 'https:'); a final slash is removed. */
export const url = (...schemes: string[]) =>
  z.string().transform((text, context) => {
    if (URL.canParse(text) && (schemes.length === 0 || schemes.includes(new URL(text).protocol)))
      return text.replace(/\/+$/, '');
    return fault(context, `must be an absolute URL${schemes.length ? ` with ${schemes.join(' or ')}//` : ''}`);
  });

/** A ratio from 0 to 1. */
export const share = () =>
  z
    .string()
    .transform((text, context) =>
      Number(text) >= 0 && Number(text) <= 1 ? Number(text) : fault(context, 'must be a number from 0 to 1'),
    );

/** A connection string of MongoDB, with or without a database name; messages never contain its credentials. */
export const mongodbUri = () =>
  z
    .string()
    .transform((text, context) =>
      /^mongodb(\+srv)?:\/\/[^\s]+$/.test(text) ? text : fault(context, 'must begin with mongodb:// or mongodb+srv://'),
    );

/** The path of a text file (such as a PEM key); the configuration contains its content. */
export const textFile = () => z.string().transform((path, context) => read(path, context)?.toString('utf8') ?? z.NEVER);

/** The path of a file with that many bytes as base64; the configuration contains the bytes. */
export const base64File = (bytes: number) =>
  z.string().transform((path, context) => {
    const content = read(path, context);
    if (!content) return z.NEVER;
    const text = content.toString('utf8').trim();
    const decoded = Buffer.from(text, 'base64');
    if (/^[A-Za-z0-9+/]+=*$/.test(text) && decoded.length === bytes) return decoded;
    return fault(context, `must name a file that holds ${bytes} bytes in base64`);
  });

/** Configuration of every service: log level, health port, and export of traces (with OpenTelemetry's own names). */
export const serviceFields = {
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info').describe('Least level that is logged.'),
  OPERATIONS_HOST: z.string().default('127.0.0.1').describe('Address that the operations port listens on.'),
  OPERATIONS_PORT: port().prefault('0').describe('Port of /livez, /readyz and /metrics; 0 chooses a free port.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:')
    .optional()
    .describe('Collector of traces (OTLP over HTTP), without /v1/traces; nothing is traced unless set.'),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .optional()
    .describe('Which traces are sampled; default: parentbased_always_on.'),
  OTEL_TRACES_SAMPLER_ARG: share().optional().describe('What the samplers by ratio keep, from 0 to 1; all unless set.'),
};

/** Parses `host:port`; undefined for other text. */
export const readAddress = (text: string): { host: string; port: number } | undefined => {
  const match = /^(?:\[([^\]]+)\]|([^\s:[\]/@]+)):(\d{1,5})$/.exec(text);
  if (!match || Number(match[3]) > 65_535) return undefined;
  if (match[1] !== undefined && isIP(match[1]) !== 6) return undefined;
  return { host: (match[1] ?? match[2]) as string, port: Number(match[3]) };
};

const split = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

type Context = z.core.$RefinementCtx;

const fault = (context: Context, message: string): never => {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
};

const read = (path: string, context: Context): Buffer | undefined => {
  try {
    return readFileSync(path);
  } catch (error) {
    fault(
      context,
      `names a file that cannot be read, ${(error as NodeJS.ErrnoException).code ?? 'for an unknown cause'}`,
    );
    return undefined;
  }
};
