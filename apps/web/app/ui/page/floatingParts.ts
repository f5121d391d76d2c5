import { Menu, Popover, Tooltip } from '@mantine/core'
import { Calendar } from '#ui/form/Calendar'
import { RelativeTime } from '#ui/values/RelativeTime'

export const floatingParts = { Menu, Popover, Tooltip, Calendar, RelativeTime }
