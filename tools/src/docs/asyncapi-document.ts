import { allResources, FACTS, VERSION } from '@porchlight/contracts';
import { descriptorRegistry } from '@porchlight/contracts/src/descriptor-registry';
import { asyncApiInfo, createPartnerMessages, mapTo, referTo, sendsTo } from '@porchlight/openapi';
import { DAY_MS } from '@porchlight/runtime';
import * as z from 'zod';

/** A topic of deploy/kafka/topics.yaml. */
export interface DeclaredTopic {
  readonly name: string;
  readonly partitions: number;
  readonly retentionMs: number;
}

/** What the document is made of besides the contracts. */
export interface AsyncApiSources {
  readonly topics: readonly DeclaredTopic[];
  /** Text of change.proto. */
  readonly changeProto: string;
}

type Json = Record<string, unknown>;

const VERBS = ['created', 'updated', 'deleted'] as const;
/** Records without the five verbs of a resource: the API reaches them by other operations. */
const FURTHER_RECORDS = ['auth.accounts', 'auth.systems', 'auth.connectedApps', 'notifier.inboxApps'];

const TOPIC_RULES =
  'Key: the account id as decimal text; the partition is murmur2 of the key, as in the Java client, so that changes of one account ' +
  'are in order. Delivery: at least once; ignore duplicates by the header ce_id, ' +
  'and older versions of a record by its version. A message that a consumer cannot process goes to <topic>.dead.<group>. ' +
  'Replay: a new consumer group reads from the beginning of the retention; older state is read from the owning service.';

/** Types of the messages of a topic: changes of resources and facts. */
const listTypes = (service: string): string[] => [
  ...[...allResources.map((descriptor) => `${descriptor.service}.${descriptor.resource}`), ...FURTHER_RECORDS]
    .filter((record) => record.startsWith(`${service}.`))
    .flatMap((record) => VERBS.map((verb) => `${record}.${verb}`)),
  ...FACTS.map(({ type }) => type).filter((type) => type.startsWith(`${service}.`)),
];

/** Headers in the binary mode of CloudEvents 1.0 for Kafka. */
const changeHeaders = (type: string): Json => ({
  type: 'object',
  properties: {
    ce_id: { type: 'string', description: 'Id of the event (ULID); unique.' },
    ce_type: { type: 'string', const: type },
    ce_time: { type: 'string', format: 'date-time' },
    ce_specversion: { type: 'string', const: '1.0' },
    traceparent: { type: 'string', description: 'W3C trace context, if the write was traced.' },
  },
  required: ['ce_id', 'ce_type', 'ce_time', 'ce_specversion'],
});

const summarize = (type: string): string => {
  const [, resource = '', verb = ''] = type.split('.');
  return `A record of ${resource} was ${verb}.`;
};

/** Message in `record` of a change: what the method Get of the resource returns as `record`. */
const findRecordMessage = (type: string): string | undefined => {
  const [service, resource, verb] = type.split('.');
  const descriptor = allResources.find((one) => one.service === service && one.resource === resource);
  if (descriptor === undefined || (verb !== 'created' && verb !== 'updated')) return undefined;
  const { methods = [] } = descriptorRegistry.getService(descriptor.definition.fullName) ?? {};
  const get = methods.find(({ name }) => name === `Get${descriptor.noun}`);
  return get?.output.fields.find(({ name }) => name === 'record')?.message?.typeName;
};

const changeMessage = (type: string): Json => {
  const record = findRecordMessage(type);
  const fact = FACTS.find((one) => one.type === type);
  return {
    name: type,
    summary: fact?.summary ?? summarize(type),
    ...(record && { description: `record: the message ${record}.` }),
    contentType: 'application/protobuf',
    headers: changeHeaders(type),
    payload: referTo('components/schemas/Change'),
    bindings: { kafka: { key: { type: 'string', description: 'Account id' }, bindingVersion: '0.5.0' } },
    // The content of data_json; AsyncAPI cannot describe JSON inside of a protobuf field.
    ...(fact && { 'x-data-json': z.toJSONSchema(fact.data, { target: 'draft-7' }) }),
  };
};

const topicChannel = ({ name, partitions, retentionMs }: DeclaredTopic, types: readonly string[]): Json => ({
  address: name,
  servers: [referTo('servers/kafka')],
  description: `${TOPIC_RULES} Retention: ${retentionMs / DAY_MS} days; not compacted.`,
  messages: Object.fromEntries(types.map((type) => [type, referTo(`components/messages/${type}`)])),
  bindings: {
    kafka: {
      topic: name,
      partitions,
      topicConfiguration: { 'cleanup.policy': ['delete'], 'retention.ms': retentionMs },
      bindingVersion: '0.5.0',
    },
  },
});

/** The AsyncAPI 3.0 document of all messages: changes and facts on Kafka, webhooks, callbacks to inbox apps. */
export const createAsyncApiDocument = ({ topics, changeProto }: AsyncApiSources): Json => {
  const services = topics.map((topic) => ({ topic, service: topic.name.split('.')[1] ?? '' }));
  const partner = createPartnerMessages(allResources);
  return {
    asyncapi: '3.0.0',
    info: asyncApiInfo(
      'Porchlight messages',
      VERSION,
      'Messages between services on Kafka, webhooks of partners and callbacks to inbox apps.',
    ),
    servers: {
      kafka: { host: 'kafka.example:9092', protocol: 'kafka', description: 'The brokers of the installation.' },
      ...partner.servers,
    },
    channels: {
      ...Object.fromEntries(
        services.map(({ topic, service }) => [`${service}.changes`, topicChannel(topic, listTypes(service))]),
      ),
      ...partner.channels,
    },
    operations: {
      ...Object.fromEntries(
        services.map(({ service }) => [
          `publish.${service}.changes`,
          sendsTo(
            `${service}.changes`,
            `The service ${service} publishes its changes and facts.`,
            'A message for each change of a record that others may see, after the record is stored.',
          ),
        ]),
      ),
      ...partner.operations,
    },
    components: {
      messages: {
        ...mapTo(
          services.flatMap(({ service }) => listTypes(service)),
          changeMessage,
        ),
        ...partner.messages,
      },
      schemas: {
        Change: { schemaFormat: 'application/vnd.google.protobuf;version=3', schema: changeProto },
        ...partner.schemas,
      },
    },
  };
};
