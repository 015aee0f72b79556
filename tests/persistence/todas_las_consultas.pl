#!/usr/bin/perl
# todas_las_consultas.pl OUT CONSULTAS.hpp…: a header with the name and text of every constant that they define.
use strict;
use warnings;

my ($out, @files) = @ARGV;
my @names;
for my $file (@files) {
    open my $in, '<', $file or die "$file: $!";
    my $previous = '';
    while (<$in>) {
        push @names, $1 if /^inline constexpr std::string_view (\w+)\b/ && $previous !~ /^template\b/;
        $previous = $_;
    }
}
open my $header, '>', $out or die "$out: $!";
print $header "#pragma once\n", map({ "#include \"$_\"\n" } @files),
    "\nnamespace gestor {\n\nstruct Constante {\n    std::string_view nombre, sql;\n};\ninline constexpr Constante todas_las_consultas[] = {\n",
    map({ "    {\"$_\", sql::$_},\n" } @names), "};\n\n}  // namespace gestor\n";
close $header or die "$out: $!";
