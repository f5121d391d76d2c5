import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

/** The buttons at the end of a form or a dialog. They stay in sight while the content of a dialog scrolls. */
export const ButtonRow = ({ children }: { children: ReactNode }) => (
  <Group className="button-row" justify="flex-end">
    {children}
  </Group>
)
