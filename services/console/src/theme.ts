import { createTheme } from '@mantine/core';

/**
 * Defaults of the components. The content security policy allows no inline styles: colors are in theme.css, and Mantine
 * features that create a `<style>` element are disabled here and in main.tsx.
 */
export const theme = createTheme({
  primaryColor: 'blue',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: {
        lockScroll: false,
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { backgroundOpacity: 0.5 },
      },
    },
    // Not the header of the page, which this element would be.
    ModalHeader: { defaultProps: { component: 'div' } },
    Anchor: { defaultProps: { underline: 'always' } },
  },
});
