#!/usr/bin/perl
# constantes_sql.pl OUT CONSULTAS.hpp…: a unit with the name and text of every constant that they define, in order.
use strict;
use warnings;

my ($out, @files) = @ARGV;
my %in;
for my $file (@files) {
    open my $in, '<', $file or die "$file: $!";
    my $previous = '';
    while (<$in>) {
        if (/^inline constexpr std::string_view (\w+)\b/ && $previous !~ /^template\b/) {
            die "$file: sql::$1 is in $in{$1} too\n" if $in{$1};
            $in{$1} = $file;
        }
        $previous = $_;
    }
}
open my $unit, '>', $out or die "$out: $!";
print $unit map({ "#include \"$_\"\n" } @files),
    "\nnamespace gestor {\n\nstd::span<Constante const> constantes_sql() {\n    static constexpr Constante todas[] = {\n",
    map({ "        {\"$_\", sql::$_},\n" } sort keys %in), "    };\n    return todas;\n}\n\n}  // namespace gestor\n";
close $unit or die "$out: $!";
