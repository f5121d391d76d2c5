import { Box } from '@mantine/core'
import { useList } from '#kit/api/query'
import { useText } from '#kit/text'
import type { OwnInput } from '#ui/list/Filters'
import { SeekOne } from '#ui/seek/SeekOne'
import { labelsIn } from './task/task.words.ts'

/** Whose tasks are listed: one of the staff. The address knows the id alone. */
export const AssigneeFilter = ({ name, value, onChange }: OwnInput) => {
  const t = useText()
  const { data } = useList('GET /api/admin/options', { uniqueId: value }, { enabled: value !== '' })
  return (
    <Box flex="1 1 144px" maw={280}>
      <SeekOne
        name={name}
        label={labelsIn(t).assignedUser}
        route="GET /api/admin/options"
        asked={{ sort: 'fullName' }}
        nameOf={({ fullName }) => fullName}
        hintOf={({ emailAddress }) => emailAddress}
        value={value || null}
        called={data?.rows.find(({ uniqueId }) => uniqueId === value)?.fullName}
        onChoose={(found) => onChange(found?.uniqueId ?? '')}
        openOnFocus={false}
        clearable
      />
    </Box>
  )
}
