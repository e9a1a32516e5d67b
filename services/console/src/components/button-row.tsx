import { Box, Group, Stack } from '@mantine/core';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

const MessagePlace = createContext<HTMLElement | null>(null);

interface Props {
  readonly children: ReactNode;
  /** The buttons stay on one line. */
  readonly whole?: boolean;
}

/** Buttons side by side. What they report appears below them, so that no button moves. */
export const ButtonRow = ({ children, whole }: Props) => {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <MessagePlace value={place}>
      <Stack gap={4}>
        <Group gap="xs" align="flex-start" wrap={whole ? 'nowrap' : 'wrap'}>
          {children}
        </Group>
        <Box ref={setPlace} maw="28rem" />
      </Stack>
    </MessagePlace>
  );
};

/** What a button reports: below its row, or beside it if it stands alone. */
export const ButtonMessage = ({ children }: { readonly children: ReactNode }) => {
  const place = useContext(MessagePlace);
  return place ? createPortal(children, place) : children;
};
