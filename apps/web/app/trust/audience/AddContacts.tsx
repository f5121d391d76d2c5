import { Button, Group } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { SeekSeveral } from '#ui/seek/SeekSeveral'
import { useToast } from '#ui/toast/toast'

interface Chosen {
  uniqueId: string
  name: string
}

/** Brings contacts into the audience: all that are chosen, or none, and why. */
export const AddContacts = () => {
  const t = useText()
  const [chosen, setChosen] = useState<Chosen[]>([])
  const adding = useAdding(chosen, () => setChosen([]))
  return (
    <Group align="flex-end" gap="xs" role="group" aria-label={t('Add Contacts to Audience List')}>
      <div style={{ flex: '1 1 280px', maxWidth: 640 }}>
        <SeekSeveral
          label={t('Add Contacts to Audience List')}
          placeholder={chosen.length === 0 ? t('Type a part of a name, company or address') : ''}
          route="GET /api/review/audience/candidates"
          asked={{ sort: 'firstName' }}
          refOf={({ uniqueId, fullName, companyName }): Chosen => ({ uniqueId, name: `${fullName}, ${companyName}` })}
          nameOf={({ name }) => name}
          value={chosen}
          onChange={(next) => {
            adding.forget()
            setChosen(next)
          }}
          error={adding.reason && t(adding.reason)}
        />
      </div>
      <Button
        variant="default"
        leftSection={<IconUserPlus size={16} aria-hidden />}
        loading={adding.isPending}
        onClick={() => void adding.add()}
      >
        {t('Add to Audience')}
      </Button>
    </Group>
  )
}

const useAdding = (chosen: readonly Chosen[], onAdded: () => void) => {
  const t = useText()
  const toast = useToast()
  const send = useSend('POST /api/review/setting')
  const [reason, setReason] = useState('')
  const add = async () => {
    if (chosen.length === 0) {
      const text = t('Please select at least one contact for the audience list!')
      return toast.show({ title: t('Validation'), text, failed: true })
    }
    try {
      const { responseStatus, data } = await send.mutateAsync({ audiences: chosen.map(({ uniqueId }) => uniqueId) })
      toast.show({
        title: t(responseStatus),
        text: data.added > 0 ? t('Added Audience') : t('They were in the audience before.'),
      })
      setReason('')
      onAdded()
    } catch (error) {
      const { fields, message } = failureOf(error)
      setReason(fields['audiences'] ?? message)
      toast.show({ title: t('Added Failed'), text: t('Your contacts were not added to the audience list!'), failed: true })
    }
  }
  return { add, isPending: send.isPending, reason, forget: () => setReason('') }
}
