import { useLanguage } from '#kit/text'

/** Writes a figure as the reader's language does: '10,001'. */
export const useFigure = () => {
  const format = new Intl.NumberFormat(useLanguage())
  return (figure: number) => format.format(figure)
}
