import { Text } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import { proposedFields } from '@tradewind/contract/site/member/topic.fields'
import { topicPolicy } from '@tradewind/contract/site/policies'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { useFieldForm } from '#ui/entity/useFieldForm'
import { FormPage } from '#ui/form/FormPage'
import { nameOf } from './topicWords.tsx'

export const handle = { name: phrase('Propose a topic') }
export const clientLoader = guard({ rules: topicPolicy.create })

export default function TopicCreate() {
  const t = useText()
  const { children, ...form } = useFieldForm(proposedFields, {})
  return (
    <FormPage
      kind="topic"
      listTitle={t('Topics')}
      newTitle={t('Propose a topic')}
      nameOf={nameOf}
      saveText={t('Propose')}
      redirectTo={({ uniqueId }) => `topic/show/${uniqueId}`}
      {...form}
    >
      {(field) => (
        <>
          <Text c="dimmed" size="sm">
            {t('Other members see the topic and can vote for it. They do not see who proposed it.')}
          </Text>
          {children(field)}
        </>
      )}
    </FormPage>
  )
}
