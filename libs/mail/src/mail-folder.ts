import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import type { ComposedMail } from './compose-mail';

/** Maximum number of files; the oldest are removed. */
const MAX_FILES = 1_000;

/** File name of a mail: the local part of its Message-ID, which is hexadecimal. */
const formatFileName = ({ messageId }: ComposedMail): string => `${messageId.slice(1, messageId.indexOf('@'))}.eml`;

const removeOldest = async (folder: string): Promise<void> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  if (names.length <= MAX_FILES) return;
  const files = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  const oldest = files.sort((a, b) => a.at - b.at).slice(0, names.length - MAX_FILES);
  await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })));
};

/**
 * Writes mails as .eml files, readable by their owner only, instead of sending them: for the local profile and tests.
 */
export const openMailFolder = (folder: string): { write(mail: ComposedMail): Promise<void> } => {
  let transport: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return createTransport({
      streamTransport: true,
      buffer: true,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  return {
    async write(mail) {
      const { message } = (await (await (transport ??= open())).sendMail(mail)) as { message: Buffer };
      const file = join(folder, formatFileName(mail));
      // Renamed when complete, so that readers never see a partial mail.
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
      await removeOldest(folder);
    },
  };
};
