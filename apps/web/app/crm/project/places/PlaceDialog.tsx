import type { Project } from '@tradewind/contract/crm/project.contract'
import { useState } from 'react'
import { useCurrentRecord } from '#kit/api/records'
import { phrase, useText } from '#kit/text'
import { Dialog } from '#ui/dialog/Dialog'
import { Read } from '#ui/page/Read'
import { PlaceFacts } from './PlaceFacts.tsx'
import { PlaceForm } from './PlaceForm.tsx'
import { PriorityForm } from './PriorityForm.tsx'
import { type Doing, usePlaceLayer } from './usePlaceLayer.ts'

const titles: Record<Doing, string> = {
  attach: phrase('Attach Company Details'),
  details: phrase('Company Details'),
  edit: phrase('Edit Company Details for Project'),
  priority: phrase('Edit Priority'),
}

/** Shows what the address asks for. The last one stays drawn while the dialog closes. */
export const PlaceDialog = ({ project }: { project: Project }) => {
  const t = useText()
  const { doing, uniqueId, close } = usePlaceLayer()
  const [shown, setShown] = useState({ doing, uniqueId })
  if (doing && (doing !== shown.doing || uniqueId !== shown.uniqueId)) setShown({ doing, uniqueId })
  return (
    <Dialog
      opened={doing !== undefined}
      onClose={close}
      title={shown.doing && t(titles[shown.doing])}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {shown.doing && (
        <Body
          key={`${shown.doing}.${shown.uniqueId}`}
          doing={shown.doing}
          uniqueId={shown.uniqueId}
          project={project}
          onDone={close}
        />
      )}
    </Dialog>
  )
}

interface BodyProps {
  doing: Doing
  uniqueId: string
  project: Project
  onDone: () => void
}

const Body = (props: BodyProps) =>
  props.doing === 'attach' ? <PlaceForm {...props} place={undefined} /> : <OfPlace {...props} />

const OfPlace = ({ doing, uniqueId, project, onDone }: BodyProps) => {
  const place = useCurrentRecord('projectCompany', uniqueId)
  return (
    <Read of={place} height={260}>
      {(current) => {
        if (doing === 'details') return <PlaceFacts place={current} />
        if (doing === 'priority') return <PriorityForm place={current} onDone={onDone} />
        return <PlaceForm project={project} place={current} onDone={onDone} />
      }}
    </Read>
  )
}
