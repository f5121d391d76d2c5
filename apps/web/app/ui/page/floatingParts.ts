import { Menu, Popover, Tooltip } from '@mantine/core'
import { Calendar } from '#ui/form/Calendar'

export const floatingParts = { Menu, Popover, Tooltip, Calendar }
