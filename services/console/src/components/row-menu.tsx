import { t } from '@lingui/core/macro';
import { ActionIcon, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import { useState, type ReactNode } from 'react';

/** An entry of the menu of a row. */
export interface RowAction {
  readonly label: string;
  /** Renders the dialog that the entry opens. */
  dialog(close: () => void): ReactNode;
  /** The entry is red: it deletes something. */
  readonly destructive?: boolean;
}

interface Props {
  /** The name of the row, for screen readers. */
  readonly name: string;
  readonly actions: readonly RowAction[];
}

/** What is seldom done with a row, behind one button. */
export const RowMenu = ({ name, actions }: Props) => {
  const [opened, setOpened] = useState<RowAction>();
  if (actions.length === 0) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={26} aria-label={t`More actions for ${name}`}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((action) => (
            <Menu.Item
              key={action.label}
              aria-haspopup="dialog"
              c={action.destructive ? 'var(--danger)' : undefined}
              onClick={() => setOpened(action)}
            >
              {action.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {opened?.dialog(() => setOpened(undefined))}
    </>
  );
};
