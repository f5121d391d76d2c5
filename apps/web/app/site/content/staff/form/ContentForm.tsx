import { NativeSelect, Radio, Group, TextInput } from '@mantine/core'
import type { ContentType } from '@tradewind/contract/site/content.words'
import { languageNames, languages } from '#kit/languages'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { type FieldProps, FormPage } from '#ui/form/FormPage'
import { categoriesIn, formatsIn, labelsIn, showIn } from '../content.words.ts'
import { ArticleTypes } from './ArticleTypes.tsx'
import { Body } from './Body.tsx'
import { PreviewButton } from './PreviewButton.tsx'
import { StatusField } from './StatusField.tsx'
import { afterType, empty, type FieldOf, sentIn, type Values } from './values.ts'

const required = ['contentType', 'title', 'category', 'articleTypes', 'content', 'seoText'] as const

/** Writes content and changes it: an article, or a link with what is said of it. */
export const ContentForm = () => {
  const t = useText()
  const zone = useZone()
  return (
    <FormPage
      kind="content"
      listTitle={t('Content')}
      newTitle={t('New content')}
      nameOf={({ title }) => title}
      empty={empty}
      labels={{ ...labelsIn(t), aside: '' }}
      required={required}
      show={showIn(t, zone)}
      sent={sentIn(zone)}
    >
      {(field) => (
        <>
          <TypeSelect field={field} />
          <TextInput {...field('title')} autoComplete="off" maxLength={300} />
          <LanguageSelect {...field('language')} />
          <CategorySelect {...field('category')} />
          <ArticleTypes {...field('articleTypes')} />
          <Body field={field} />
          <MonetizationChoice {...field('isPaidContent')} />
          <StatusField status={field('status')} publishAt={field('publishAt')} />
          <PreviewButton field={field} />
        </>
      )}
    </FormPage>
  )
}

const TypeSelect = ({ field }: { field: FieldOf }) => {
  const t = useText()
  const { onChange: _, ...type } = field('contentType')
  const choose = (next: ContentType) => {
    const values = { contentType: type.value as ContentType, content: field('content').value, aside: field('aside').value }
    for (const [name, value] of Object.entries(afterType(values, next))) field(name as keyof Values).onChange(value)
  }
  return <NativeSelect {...type} data={formatsIn(t)} onChange={(event) => choose(event.currentTarget.value as ContentType)} />
}

const LanguageSelect = (field: FieldProps) => {
  const t = useText()
  const spoken = languages.map((code) => ({ value: code, label: languageNames[code] }))
  return <NativeSelect {...field} data={[{ value: '', label: t('Default language') }, ...spoken]} />
}

const CategorySelect = (field: FieldProps) => {
  const t = useText()
  return <NativeSelect {...field} data={[{ value: '', label: t('Choose a category'), disabled: true }, ...categoriesIn(t)]} />
}

const MonetizationChoice = ({ label, error, id, value, onChange }: FieldProps) => {
  const t = useText()
  return (
    <Radio.Group
      label={label}
      error={error}
      value={value ? 'PAID' : 'FREE'}
      onChange={(chosen) => onChange(chosen === 'PAID')}
      description={t('What is paid opens for subscribers; training, paid or not, for the plan Advance and above.')}
    >
      <Group mt="xs">
        <Radio id={id} value="PAID" label={t('PAID')} />
        <Radio value="FREE" label={t('FREE')} />
      </Group>
    </Radio.Group>
  )
}
