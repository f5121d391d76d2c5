import { TextInput } from '@mantine/core'
import { projectPolicy } from '@tradewind/contract/crm/policies'
import type { Project } from '@tradewind/contract/crm/project.contract'
import { projectFields } from '@tradewind/contract/crm/project.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { isMember } from '@tradewind/contract/roles'
import { useParams } from 'react-router'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { useFieldFormatter } from '#ui/entity/useFieldFormatter'
import { useFields } from '#ui/entity/useFields'
import { DateInput } from '#ui/form/DateInput'
import { FormPage } from '#ui/form/FormPage'
import { SharedWithField } from './SharedWithField.tsx'

export const handle = { name: phrase('New project'), editName: phrase('Edit project') }
export const clientLoader = guard({ rules: projectPolicy.create, editRules: projectPolicy.update })

const empty = { name: '', sharedWith: [] as Project['sharedWith'], endDate: '' }
type Values = typeof empty

const inputOf =
  (member: boolean) =>
  ({ sharedWith, ...fields }: Partial<Values>) => ({
    ...fields,
    ...(sharedWith && !member && { sharedWith: sharedWith.map(({ uniqueId }) => uniqueId) }),
  })
const toItself = ({ uniqueId }: { uniqueId: string }) => `project/show/${uniqueId}`

/** Creates and changes projects. Staff share them with each other; members cannot share. */
export default function ProjectForm() {
  const t = useText()
  const isNew = useParams()['uniqueId'] === undefined
  const member = isMember(useActor())
  const { labels } = useFields(projectFields)
  const { show } = useFieldFormatter(projectFields)
  return (
    <FormPage
      kind="project"
      listTitle={t('Projects')}
      newTitle={t('New project')}
      nameOf={({ name }) => name}
      empty={empty}
      sent={inputOf(member)}
      {...(!isNew && { redirectTo: toItself, saveText: t('Update') })}
      labels={labels}
      required={['name']}
      show={show}
    >
      {(field) => (
        <>
          <TextInput {...field('name')} autoComplete="off" />
          {!member && <SharedWithField {...field('sharedWith')} />}
          <DateInput {...field('endDate')} />
        </>
      )}
    </FormPage>
  )
}
