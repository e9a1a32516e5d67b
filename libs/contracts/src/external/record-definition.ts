import type { BinaryWriter } from '@bufbuild/protobuf/wire';
import { isObject, parseTime, type Row, type ServiceDefinition } from '@porchlight/resource';
import {
  CreateRecordRequest,
  CreateRecordResponse,
  DeleteRecordRequest,
  GetRecordRequest,
  GetRecordResponse,
  ListRecordsRequest,
  ListRecordsResponse,
  RecordServiceDefinition,
  UpdateRecordRequest,
  UpdateRecordResponse,
} from '../generated/porchlight/external/v1/record_service';
import type { ListQuery } from '../generated/porchlight/common/v1/list';
import { readValue, type DeclaredField } from './declared-fields';

/** The names of a resource, and its declared fields. */
export interface RecordShape {
  readonly resource: string;
  readonly noun: string;
  readonly nouns: string;
  readonly fields: Readonly<Record<string, DeclaredField>>;
}

type Values = Row & Record<string, unknown>;
type Options = Record<string, string>;
/** The requests of the gateway, as for a generated definition. */
interface Write {
  readonly record: Values;
  readonly mask: readonly string[];
  readonly options: Options;
}

interface Read {
  readonly id: number;
  readonly options: Options;
}

/** The fields of a body as JSON; null for a field that the client clears. */
const formatRecord = ({ record, mask }: Write): string =>
  JSON.stringify(Object.fromEntries(mask.map((name) => [name, record[name] ?? null])));

/** Reads a record of the service. Throws if its id, its version or a field is missing or of another type. */
const parseRecord = (json: string, { resource, fields }: RecordShape): Values => {
  const parsed: unknown = JSON.parse(json);
  if (!isObject(parsed)) throw new Error(`A record of ${resource} is not a JSON object.`);
  const record: Values = { id: Number(parsed['id']), version: Number(parsed['version']) };
  if (!(Number.isInteger(record.id) && record.id > 0 && Number.isInteger(record.version) && record.version > 0))
    throw new Error(`A record of ${resource} has no valid id and version.`);
  const take = (name: string, value: unknown): void => {
    if (value === undefined) throw new Error(`Field '${name}' of ${resource} ${record.id} has another type.`);
    record[name] = value;
  };
  for (const name of ['created', 'updated']) if (typeof parsed[name] === 'string') take(name, parseTime(parsed[name]));
  for (const [name, declared] of Object.entries(fields)) {
    const value = parsed[name] ?? (declared.kind === 'list' ? [] : null);
    if (value !== null) take(name, readValue(declared, value));
  }
  return record;
};

/** A generated message, reduced to the parts that a definition uses. */
interface Message<T> {
  encode(message: T, writer?: BinaryWriter): BinaryWriter;
  decode(bytes: Uint8Array, length?: number): T;
}

/** A request that is converted before it is encoded. */
const asRequest = <T, G>(message: Message<T>, convert: (request: G) => T) => ({
  encode: (request: G, writer?: BinaryWriter) => message.encode(convert(request), writer),
  decode: message.decode,
});

/** A response that is converted after it is decoded. */
const asResponse = <T>(message: Message<T>, convert: (response: T) => object) => ({
  encode: message.encode,
  decode: (bytes: Uint8Array, length?: number) => convert(message.decode(bytes, length)),
});

/**
 * The definition of a resource whose records are JSON: the methods of porchlight.external.v1.RecordService under the
 * names that the verbs have, with requests and responses of the form of generated definitions.
 */
export const createRecordDefinition = (shape: RecordShape): ServiceDefinition => {
  const { resource, noun, nouns } = shape;
  const { createRecord, getRecord, listRecords, updateRecord, deleteRecord } = RecordServiceDefinition.methods;
  const one = ({ recordJson }: { recordJson: string }): { record: Values } => ({
    record: parseRecord(recordJson, shape),
  });
  const methods = {
    [`create${noun}`]: {
      ...createRecord,
      requestType: asRequest(CreateRecordRequest, (request: Write) => ({
        resource,
        recordJson: formatRecord(request),
        options: request.options,
      })),
      responseType: asResponse(CreateRecordResponse, (response) => ({ ...one(response), created: response.created })),
    },
    [`get${noun}`]: {
      ...getRecord,
      requestType: asRequest(GetRecordRequest, (request: Read) => ({ resource, ...request })),
      responseType: asResponse(GetRecordResponse, one),
    },
    [`list${nouns}`]: {
      ...listRecords,
      requestType: asRequest(ListRecordsRequest, ({ query }: { query: ListQuery }) => ({ resource, query })),
      responseType: asResponse(ListRecordsResponse, ({ recordsJson, page }) => ({
        records: recordsJson.map((json) => parseRecord(json, shape)),
        page,
      })),
    },
    [`update${noun}`]: {
      ...updateRecord,
      requestType: asRequest(UpdateRecordRequest, (request: Write & Read) => ({
        resource,
        id: request.id,
        recordJson: formatRecord(request),
        options: request.options,
      })),
      responseType: asResponse(UpdateRecordResponse, one),
    },
    [`delete${noun}`]: {
      ...deleteRecord,
      requestType: asRequest(DeleteRecordRequest, (request: Read) => ({ resource, ...request })),
    },
  };
  return { name: `${noun}Service`, fullName: RecordServiceDefinition.fullName, methods };
};
