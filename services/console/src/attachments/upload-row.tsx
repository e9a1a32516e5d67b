import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, CloseButton, Text } from '@mantine/core';
import { ErrorText } from '../components/error-alert';
import { formatShare } from '../components/format-share';
import { formatSize } from './attachment-sizes';
import styles from './attachments.module.css';
import type { Upload } from './use-uploads';

interface Props {
  readonly upload: Upload;
  retry(): void;
  remove(): void;
}

/** A file on its way: how much was sent, or why it was refused, with another attempt. */
export const UploadRow = ({ upload: { file, part, error }, retry, remove }: Props) => (
  <li className={styles.row}>
    <div className={styles.name}>
      {file.name}
      {error ? (
        <ErrorText error={error} />
      ) : (
        <>
          <progress className={styles.progress} aria-label={t`Sending ${file.name}`} value={part} max={1} />
          <Text size="xs" c="dimmed">
            {t`${formatShare(part, 1)} of ${formatSize(file.size)}`}
          </Text>
        </>
      )}
    </div>
    {Boolean(error) && (
      <Button size="compact-sm" variant="default" aria-label={t`Try ${file.name} again`} onClick={retry}>
        <Trans>Try again</Trans>
      </Button>
    )}
    <CloseButton aria-label={error ? t`Remove ${file.name}` : t`Cancel ${file.name}`} onClick={remove} />
  </li>
);
