import { Button, Group, Stack, Text } from '@mantine/core'
import type { ProjectCompany } from '@tradewind/contract/crm/project.contract'
import { useState } from 'react'
import { type Failure, failureOf } from '#kit/api/failure'
import { useSave } from '#kit/api/records'
import { useText } from '#kit/text'
import { ErrorSummary } from '#ui/page/ErrorSummary'
import { useToast } from '#ui/toast/toast'
import { placeLabelsIn } from '../project.words.ts'
import { LevelSelect } from './LevelSelect.tsx'

/** Changes nothing but the priority. */
export const PriorityForm = ({ place, onDone }: { place: ProjectCompany; onDone: () => void }) => {
  const t = useText()
  const labels = placeLabelsIn(t)
  const [priority, setPriority] = useState(place.priority)
  const { save, isPending, failure } = usePriority(place.uniqueId, onDone)
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void save(priority)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {failure && <ErrorSummary failure={failure} labels={labels} />}
        <Text fw={600}>{place.company.legalName}</Text>
        <LevelSelect
          id="priority"
          name="priority"
          label={labels.priority}
          required={false}
          error={null}
          value={priority}
          onChange={(chosen) => setPriority(chosen as typeof priority)}
        />
        <Group>
          <Button type="submit" loading={isPending}>
            {t('Save')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('Cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const usePriority = (uniqueId: string, onDone: () => void) => {
  const toast = useToast()
  const { save, isPending } = useSave('projectCompany')
  const [failure, setFailure] = useState<Failure | null>(null)
  const change = async (priority: ProjectCompany['priority']) => {
    setFailure(null)
    try {
      toast.reply(await save({ uniqueId, priority }))
      onDone()
    } catch (error) {
      setFailure(failureOf(error))
    }
  }
  return { save: change, isPending, failure }
}
