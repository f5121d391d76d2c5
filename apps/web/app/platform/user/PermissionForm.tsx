import { TextInput } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import { permissionPolicy } from '@tradewind/contract/platform/policies'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { FormPage } from '#ui/form/FormPage'
import { labelsIn } from './grants.ts'

export const handle = { name: phrase('Permission') }
export const clientLoader = guard({ rules: permissionPolicy.update })

/** Creates a permission, or renames one. */
export default function PermissionForm() {
  const t = useText()
  return (
    <FormPage
      kind="permission"
      listTitle={t('Permissions')}
      newTitle={t('New permission')}
      hasNoDetailPage
      nameOf={({ value }) => t(value)}
      empty={{ key: '', value: '' }}
      labels={labelsIn(t)}
      required={['key', 'value']}
    >
      {(field) => (
        <>
          <TextInput
            {...field('key')}
            description={t('The software checks this key. An unknown key grants nothing.')}
            placeholder="EXPORT_DATA"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <TextInput {...field('value')} description={t('The text that people read.')} autoComplete="off" />
        </>
      )}
    </FormPage>
  )
}
