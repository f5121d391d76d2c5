import { Blockquote, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { Message } from '@tradewind/contract/platform/message.contract'
import { useRef } from 'react'
import { languageNames, useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { Facts } from '#ui/record/DetailPage'
import { placeholdersIn, previewOf } from './message.labels.ts'

interface TextOverrideInputProps {
  message: Message
  field: FieldProps
}

/** The input for the override of a text: shows its English and the default, its placeholders to insert, and a preview. */
export const TextOverrideInput = ({ message, field }: TextOverrideInputProps) => {
  const t = useText()
  const { key, language, shipped } = message
  const input = useRef<HTMLTextAreaElement>(null)
  const placeholders = placeholdersIn(key)
  const insert = (placeholder: string) => {
    const { current } = input
    if (!current) return
    current.setRangeText(placeholder, current.selectionStart, current.selectionEnd, 'end')
    field.onChange(current.value)
    current.focus()
  }
  return (
    <>
      <Facts
        facts={[
          { label: t('English'), value: <span lang="en">{key}</span> },
          ...(language === 'en'
            ? []
            : [
                {
                  label: t('Original text in {name}', { name: languageNames[language] }),
                  value: <span lang={language}>{shipped}</span>,
                },
              ]),
        ]}
      />
      <Textarea {...field} ref={input} lang={language} autosize minRows={2} maxRows={12} maxLength={2000} />
      {placeholders.length > 0 && <Placeholders placeholders={placeholders} onInsert={insert} />}
      <Preview message={message} text={String(field.value)} />
    </>
  )
}

const Placeholders = ({
  placeholders,
  onInsert,
}: {
  placeholders: readonly string[]
  onInsert: (placeholder: string) => void
}) => {
  const t = useText()
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t('These are replaced by values, so keep them:')}
      </Text>
      {placeholders.map((placeholder) => (
        <Button
          key={placeholder}
          size="compact-sm"
          variant="default"
          aria-label={t('Insert {hole}', { hole: placeholder })}
          onClick={() => onInsert(placeholder)}
        >
          {placeholder}
        </Button>
      ))}
    </Group>
  )
}

const Preview = ({ message, text }: { message: Message; text: string }) => {
  const t = useText()
  if (!text.trim()) return null
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {t('How it reads')}
      </Text>
      <Blockquote p="sm" m={0} lang={message.language}>
        {previewOf(message, text).map((line) => (
          <div key={line} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {line}
          </div>
        ))}
      </Blockquote>
    </Stack>
  )
}
