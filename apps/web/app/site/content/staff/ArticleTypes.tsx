import { Checkbox, SimpleGrid } from '@mantine/core'
import { articleTypes } from '@tradewind/contract/site/content.words'
import { useText } from '#kit/text'
import type { FieldProps } from '#ui/form/FormPage'
import { articleTypesIn } from './content.words.ts'

/** The sub-categories, one at least. */
export const ArticleTypes = ({ id, label, required, error, value, onChange }: FieldProps) => {
  const t = useText()
  return (
    <Checkbox.Group
      label={label}
      required={required}
      error={error}
      value={value as string[]}
      onChange={(chosen) => onChange(articleTypes.filter((type) => chosen.includes(type)))}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" my="xs">
        {articleTypesIn(t).map((type, at) => (
          <Checkbox key={type.value} {...type} {...(at === 0 && { id })} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
