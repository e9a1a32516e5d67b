import {
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  ResourcePatternTypes,
  type Admin,
  type AclEntry as KafkaAcl,
} from 'kafkajs';
import { refuse } from '@porchlight/errors';
import { createKafkaAdmin } from './kafka-admin';
import { openKafkaClient, type KafkaClientOptions } from './kafka-client';

/** What one user of Kafka may do. */
export interface AccessEntry {
  /** A service, or `operator`. */
  readonly user: string;
  /** Either one includes the description of the topic. */
  readonly operation: 'Read' | 'Write';
  readonly resource: 'topic' | 'group';
  readonly name: string;
}

/** The user of the operator's command line: it reads dead letters and republishes them. */
export const OPERATOR_USER = 'operator';
/** The group of the operator's command line. */
const OPERATOR_GROUP = 'operator.dead-letters';

const TOPIC = /^porchlight\.([^.]+)\.changes\.v1$/;
const DEAD_LETTERS = /^(.+)\.dead\.(([^.]+)\..+)$/;

const read = (user: string, resource: AccessEntry['resource'], name: string): AccessEntry => ({
  user,
  operation: 'Read',
  resource,
  name,
});
const write = (user: string, name: string): AccessEntry => ({ user, operation: 'Write', resource: 'topic', name });

/**
 * The rights of each user, from the declared topics: a service writes its own topic, reads those for which one of its
 * groups has dead letters, and writes these dead letters. No service writes the topic of another.
 */
export const deriveAccess = (topics: readonly string[], deadLetters: readonly string[]): readonly AccessEntry[] => {
  const entries = topics.flatMap((topic): AccessEntry[] => {
    const service = TOPIC.exec(topic)?.[1];
    return service === undefined ? [] : [write(service, topic), write(OPERATOR_USER, topic)];
  });
  for (const name of deadLetters) {
    const [, topic = '', group = '', service = ''] = DEAD_LETTERS.exec(name) ?? [];
    entries.push(read(service, 'topic', topic), read(service, 'group', group), write(service, name));
    entries.push(read(OPERATOR_USER, 'topic', name), read(OPERATOR_USER, 'topic', topic));
  }
  entries.push(read(OPERATOR_USER, 'group', OPERATOR_GROUP));
  const format = ({ user, operation, resource, name }: AccessEntry): string =>
    [user, operation, resource, name].join(' ');
  return [...new Map(entries.map((entry) => [format(entry), entry])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, entry]) => entry);
};

const GRANT_MS = 15_000;

const toAcl = ({ user, operation, resource, name }: AccessEntry): KafkaAcl => ({
  principal: `User:${user}`,
  host: '*',
  operation: operation === 'Read' ? AclOperationTypes.READ : AclOperationTypes.WRITE,
  permissionType: AclPermissionTypes.ALLOW,
  resourceType: resource === 'topic' ? AclResourceTypes.TOPIC : AclResourceTypes.GROUP,
  resourceName: name,
  resourcePatternType: ResourcePatternTypes.LITERAL,
});

/** Grants rights at the brokers, which stay; may be repeated. Throws UNAVAILABLE after 15 s. */
export const grantAccess = async (
  options: Omit<KafkaClientOptions, 'clientId'>,
  entries: readonly AccessEntry[],
): Promise<void> => {
  const late = () => refuse('UNAVAILABLE', { what: 'kafka' });
  const connection = createKafkaAdmin(() => openKafkaClient({ ...options, clientId: 'porchlight.access' }));
  try {
    await connection.run((admin: Admin) => admin.createAcls({ acl: entries.map(toAcl) }), GRANT_MS, late);
  } finally {
    await connection.close(GRANT_MS);
  }
};
