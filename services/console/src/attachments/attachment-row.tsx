import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Menu, Text } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import IconFile from '@tabler/icons-react/icons/IconFile';
import IconLink from '@tabler/icons-react/icons/IconLink';
import { useState } from 'react';
import { ConfirmDialog } from '../components/confirm-button';
import { RelativeTime } from '../components/relative-time';
import { webAddress } from '../components/web-link';
import { formatSize } from './attachment-sizes';
import type { AttachmentStore } from './attachment-store';
import styles from './attachments.module.css';

/** A file or link as the card shows it. */
export interface Attachment {
  readonly id: number;
  readonly fileName: string | null;
  readonly fileSize: number | null;
  /** `link` for a file of another server. */
  readonly mimeType: string;
  /** Of an uploaded file: valid for 10 minutes. The list is read again every minute while the page is visible. */
  readonly uri: string | null;
  readonly createdAt: string | null;
  readonly createdByName: string | null;
}

interface Props {
  readonly attachment: Attachment;
  readonly store: AttachmentStore;
}

/** An attachment: a link that opens or downloads it, its size, who added it. */
export const AttachmentRow = ({ attachment, store }: Props) => {
  const { id, fileName, fileSize, mimeType, uri, createdAt, createdByName } = attachment;
  const [deleting, setDeleting] = useState(false);
  const isLink = mimeType === 'link';
  const name = fileName ?? t`Attachment`;
  const address = webAddress(uri);
  const Icon = isLink ? IconLink : IconFile;
  return (
    <li className={styles.row}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <div className={styles.name}>
        {address ? (
          <a href={address} {...(isLink ? { target: '_blank', rel: 'noreferrer' } : { download: name })}>
            {name}
          </a>
        ) : (
          name
        )}
        <Text size="xs" c="dimmed">
          {fileSize ? `${formatSize(fileSize)} · ` : ''}
          {createdByName ? `${createdByName} · ` : ''}
          <RelativeTime at={createdAt} />
        </Text>
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t`More for ${name}`}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item aria-haspopup="dialog" onClick={() => setDeleting(true)}>
            <Trans>Delete attachment</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {deleting && (
        <ConfirmDialog
          confirm={t`Delete`}
          title={t`Delete ${name}?`}
          description={isLink ? t`The link is removed. The file stays where it is.` : t`The file is removed for ever.`}
          act={() => store.delete(id)}
          subjects={[store.subject]}
          close={() => setDeleting(false)}
        />
      )}
    </li>
  );
};
