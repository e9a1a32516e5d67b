import { Trans } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/icons/IconChevronDown';
import { MERGE_FIELDS, UNSUBSCRIBE_FIELD } from './merge-fields';

interface Props {
  readonly label: string;
  /** Whether the unsubscribe link is offered. */
  readonly withUnsubscribe?: boolean;
  insert(text: string): void;
}

/** Inserts a merge field at the cursor of a text. */
export const MergeFieldMenu = ({ label, withUnsubscribe = false, insert }: Props) => (
  <Menu position="bottom-start" returnFocus={false}>
    <Menu.Target>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={label}
        rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
      >
        <Trans>Merge field</Trans>
      </Button>
    </Menu.Target>
    <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
      {MERGE_FIELDS.map(({ title, fields }) => (
        <div key={title} role="group" aria-label={title}>
          <Menu.Label aria-hidden>{title}</Menu.Label>
          {fields.map((field) => (
            <Menu.Item key={field.token} onClick={() => insert(`%${field.token}%`)}>
              {field.label}
            </Menu.Item>
          ))}
        </div>
      ))}
      {withUnsubscribe && (
        <Menu.Item onClick={() => insert(`<a href="${UNSUBSCRIBE_FIELD}">Unsubscribe</a>`)}>
          <Trans>Unsubscribe link</Trans>
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
);
