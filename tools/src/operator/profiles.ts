import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { writePrivateJson } from '../launcher/private-file';

const PROFILE = z.object({
  url: z.string(),
  apiKey: z.string(),
  system: z.object({ name: z.string(), key: z.string() }).optional(),
  /** Absolute path of a certificate authority. */
  caFile: z.string().optional(),
});
const FILE = z.object({ current: z.string().optional(), profiles: z.record(z.string(), PROFILE) });

/** An installation and the credentials of a user of it, which `porchlight login` has stored. */
export type Profile = z.infer<typeof PROFILE>;
/** The stored profiles by name, and the one that commands use without `--profile`. */
export type Profiles = z.infer<typeof FILE>;

type Environment = Readonly<Record<string, string | undefined>>;

/** The file of the profiles, in the configuration folder of the user (XDG base directories; %APPDATA% on Windows). */
export const findProfilesFile = (env: Environment = process.env, platform: string = process.platform): string => {
  const folder =
    (platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME']) || join(env['HOME'] || homedir(), '.config');
  return join(folder, 'porchlight', 'profiles.json');
};

/** Reads the profiles; none if the file does not exist. Throws a sentence if it is not readable. */
export function readProfiles(file = findProfilesFile()): Profiles {
  if (!existsSync(file)) return { profiles: {} };
  try {
    return FILE.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new Error(`${file} is not readable as profiles. Delete it, then run: porchlight login`);
  }
}

/** Writes the profiles, readable by the user only. */
export function writeProfiles(profiles: Profiles, file = findProfilesFile()): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  writePrivateJson(file, profiles);
}

/** The profile of a name, or the current one; undefined without a login. Throws if the name does not exist. */
export function findProfile(
  name: string | undefined,
  { current, profiles }: Profiles = readProfiles(),
): Profile | undefined {
  const profileName = name ?? current;
  const profile = profileName === undefined ? undefined : profiles[profileName];
  if (name !== undefined && !profile)
    throw new Error(`There is no profile '${name}'. Create it: porchlight login --profile ${name}`);
  return profile;
}
