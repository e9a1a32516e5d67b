import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { SERVICES, type ServiceName } from '@porchlight/contracts';
import type { DataFolder } from './data-folder';
import { tokenKeyFiles } from './key-files';
import { writePrivateFile } from './private-file';

type Keys = Pick<DataFolder, 'path' | 'keys' | 'tls' | 'bus'>;

/** The key and certificate files that a service reads; no other service's private key is among them (N9). */
export function listServiceKeys({ keys, tls }: Pick<Keys, 'keys' | 'tls'>, service: ServiceName): readonly string[] {
  const signing = tokenKeyFiles({ keys })[service] ?? [];
  if (service === 'gateway') return [tls.certFile, tls.keyFile].concat(signing);
  const keysOfService: Readonly<Partial<Record<ServiceName, readonly string[]>>> = {
    auth: [keys.secretsFile],
    people: [keys.consentFile],
    marketing: [keys.consentFile],
    notifier: [keys.secretsFile],
  };
  return [keys.tokenPublicFile, keys.nextTokenFile].concat(keysOfService[service] ?? [], signing);
}

/** What a service signs in to Kafka with, if passwords exist: its own one, and the authority of the brokers. */
function listBusFiles({ bus, tls }: Keys, service: ServiceName): readonly string[] {
  const password = join(bus.folder, `${service}.password`);
  return existsSync(password) ? [tls.caFile, password] : [];
}

/**
 * Copies to `services/<service>/` of the folder the keys that the service reads, under their usual paths, so that a
 * container mounts these only. A copy that is current stays as it is.
 */
export function copyServiceKeys(folder: Keys): void {
  for (const service of SERVICES)
    for (const file of [...listServiceKeys(folder, service), ...listBusFiles(folder, service)]) {
      const copy = join(folder.path, 'services', service, relative(folder.path, file));
      const content = readFileSync(file);
      if (existsSync(copy) && readFileSync(copy).equals(content)) continue;
      mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
      writePrivateFile(copy, content);
    }
}
