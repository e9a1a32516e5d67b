import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '@porchlight/contracts';
import type { Command } from 'commander';
import { makeBusSignIn } from '../launcher/bus-sign-in';
import { isValidFor30Days, loadAuthority } from '../launcher/certificate-authority';
import { makeCertificates } from '../launcher/certificates';
import { dataFolderAt, type DataFolder } from '../launcher/data-folder';
import { makeKeyFiles } from '../launcher/key-files';
import { writePrivateFile } from '../launcher/private-file';
import { copyServiceKeys } from '../launcher/service-keys';
import { resolveFromCaller } from '../launcher/project-root';

interface Options {
  readonly to: string;
  readonly perService?: boolean;
  readonly release?: string;
  readonly namespace: string;
  readonly host?: string;
}

/** Adds `keys create`, which writes the keys and certificates of an installation. */
export function addKeyCommands(program: Command): void {
  program
    .command('keys')
    .description('keys and certificates of an installation')
    .command('create')
    .description('write the keys and certificates of an installation that are missing or expire within 30 days')
    .requiredOption('--to <folder>', 'a folder for them; created if it is missing')
    .option('--per-service', 'also services/<name> with the keys that each service reads, to mount these only')
    .option('--release <name>', 'also certificates of the services of this Helm release')
    .option('--namespace <name>', 'namespace of the release', 'porchlight')
    .option(
      '--host <name>',
      'also a certificate of the ingress for this host name, for tests: clients must trust ca.crt',
    )
    .action(async ({ to, perService = false, ...options }: Options) => {
      const folder = dataFolderAt(resolveFromCaller(to));
      for (const path of [join(folder.path, 'keys'), join(folder.path, 'tls')])
        mkdirSync(path, { recursive: true, mode: 0o700 });
      makeKeyFiles(folder);
      await makeCertificates(folder);
      // Of compose, where the broker is `kafka`.
      await makeBusSignIn(folder.bus, ['localhost', 'kafka']);
      if (perService) copyServiceKeys(folder);
      await createServiceCertificates(folder, options);
      console.log(
        `The keys and certificates are in ${folder.path}. Keep a copy: encrypted data needs secrets.key, suppressions need consent.key.`,
      );
    });
}

/**
 * Writes `tls/<service>/` with tls.crt, tls.key and ca.crt for each service and the operator, and `tls/ingress/`. The
 * names are those under which the services call each other.
 */
async function createServiceCertificates(
  { tls }: DataFolder,
  { release, namespace, host }: Omit<Options, 'to' | 'perService'>,
): Promise<void> {
  const certificates: Record<string, readonly string[]> = {
    ...(release !== undefined &&
      Object.fromEntries(
        [...SERVICES, 'operator'].map((name) => {
          const service = `${release}-${name}`;
          return [name, [service, `${service}.${namespace}.svc`]];
        }),
      )),
    ...(host !== undefined && { ingress: [host] }),
  };
  const authority = await loadAuthority(tls);
  for (const [name, dnsNames] of Object.entries(certificates)) {
    const folder = join(tls.caFile, '..', name);
    if (isValidFor30Days(join(folder, 'tls.crt'))) continue;
    const issued = await authority.issue({
      subject: `CN=${dnsNames[0] ?? name}, O=Porchlight`,
      dnsNames,
      isClient: name !== 'ingress',
    });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writePrivateFile(join(folder, 'tls.key'), issued.privateKey);
    writePrivateFile(join(folder, 'ca.crt'), authority.certificate);
    writePrivateFile(join(folder, 'tls.crt'), issued.certificate);
  }
}
