import { Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/icons/IconChevronDown';
import type { ReactNode } from 'react';
import styles from './pill-menu.module.css';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly icon?: ReactNode;
}

interface Props {
  /** What is chosen, for screen readers: `Stage`. */
  readonly label: string;
  readonly text: string;
  readonly icon?: ReactNode;
  readonly value: string | undefined;
  readonly choices: readonly Choice[];
  choose(value: string): void;
}

/** A value that is changed with two clicks: the pill, then the choice. */
export const PillMenu = ({ label, text, icon, value, choices, choose }: Props) => (
  <Menu position="bottom-start">
    <Menu.Target>
      <button type="button" className={styles.pill} aria-label={`${label}: ${text}`}>
        {icon}
        {text}
        <IconChevronDown size={14} stroke={1.75} aria-hidden />
      </button>
    </Menu.Target>
    <Menu.Dropdown className={styles.choices}>
      <Menu.RadioGroup value={value ?? ''} onChange={(next) => next !== value && choose(next)}>
        {choices.map((choice) => (
          <Menu.RadioItem key={choice.value} value={choice.value} closeMenuOnClick>
            <span className={styles.choice}>
              {choice.icon}
              {choice.label}
            </span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Dropdown>
  </Menu>
);
