import { useText } from '#kit/text'

interface ChoiceProps {
  label: string
  name: string
  chosen: string | undefined
  options: readonly { code: string; name: string }[]
}

/** A select of the search: one of the options, or all. */
export const Choice = ({ label, name, chosen = '', options }: ChoiceProps) => {
  const t = useText()
  return (
    <p>
      <label htmlFor={name}>{label}</label>
      <select key={chosen || 'all'} id={name} name={name} defaultValue={chosen}>
        <option value="">{t('All')}</option>
        {options.map((option) => (
          <option key={option.code} value={option.code}>
            {option.name}
          </option>
        ))}
      </select>
    </p>
  )
}
