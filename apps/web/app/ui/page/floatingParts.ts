import { Menu, Popover, Tooltip } from '@mantine/core'

export const floatingParts = { Menu, Popover, Tooltip }
