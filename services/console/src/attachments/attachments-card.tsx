import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, FileButton, Group, Text } from '@mantine/core';
import { useState, type DragEvent } from 'react';
import { useCollection, type Collection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { Card } from '../components/card';
import { DialogButton } from '../components/dialog-button';
import { ListStates } from '../components/list-states';
import { AddLink } from './add-link';
import { AttachmentRow, type Attachment } from './attachment-row';
import { formatSize, MAX_FILE_BYTES } from './attachment-sizes';
import { attachmentsOfDeal, attachmentsOfPerson, type AttachmentStore } from './attachment-store';
import styles from './attachments.module.css';
import { UploadRow } from './upload-row';
import { MAX_FILES, useUploads } from './use-uploads';

/** The attachments of a person. */
export const PersonAttachments = ({ personId }: { readonly personId: number }) => (
  <AttachmentsCard
    list={useCollection(['personAttachments'], porchlight.personAttachments.list, { personId })}
    store={attachmentsOfPerson(personId)}
  />
);

/** The attachments of a deal. */
export const DealAttachments = ({ dealId }: { readonly dealId: number }) => (
  <AttachmentsCard
    list={useCollection(['dealAttachments'], porchlight.dealAttachments.list, { dealId })}
    store={attachmentsOfDeal(dealId)}
  />
);

interface Props {
  readonly list: Collection<Attachment>;
  readonly store: AttachmentStore;
}

/** Files and links of a record: add by choice or drop, with progress; download, delete. */
const AttachmentsCard = ({ list, store }: Props) => {
  const { uploads, add, retry, remove } = useUploads(store);
  const [tooMany, setTooMany] = useState(false);
  const [over, setOver] = useState(false);
  const choose = (files: readonly File[]): void => {
    setTooMany(files.length > MAX_FILES);
    add(files);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    choose([...event.dataTransfer.files]);
  };
  return (
    <div
      className={styles.place}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Card
        title={t`Attachments`}
        aside={
          <Group gap={0}>
            <FileButton multiple onChange={choose}>
              {(button) => (
                <Button size="compact-sm" variant="subtle" {...button}>
                  <Trans>Add file</Trans>
                </Button>
              )}
            </FileButton>
            <DialogButton label={t`Add link`} size="compact-sm" variant="subtle">
              {(close) => <AddLink store={store} onClose={close} />}
            </DialogButton>
          </Group>
        }
      >
        {tooMany && <Text role="alert">{t`The first ${MAX_FILES} files are added. Add the others after them.`}</Text>}
        {uploads.length > 0 && (
          <ul className={styles.list} aria-label={t`Files that are being added`}>
            {uploads.map((upload) => (
              <UploadRow key={upload.key} upload={upload} retry={() => retry(upload)} remove={() => remove(upload)} />
            ))}
          </ul>
        )}
        <ListStates
          what={t`attachments`}
          list={list}
          empty={uploads.length === 0 && t`No attachments. Drop files here, up to ${formatSize(MAX_FILE_BYTES)} each.`}
        >
          <ul className={styles.list} aria-label={t`Attachments`}>
            {list.rows.map((one) => (
              <AttachmentRow key={one.id} attachment={one} store={store} />
            ))}
          </ul>
        </ListStates>
      </Card>
    </div>
  );
};
